import { parseConfiguration } from '@gatehouse/runtime';
import { expect, jest, test } from '@jest/globals';
import { webConfiguration } from '#services/web/server/configuration.ts';
import { SERVICE_CONFIGURATIONS } from '#support/service-modules.ts';
import { describeChart } from './support/describe-chart.ts';
import { INSTALLATIONS } from './support/installations.ts';
import { environmentOf, render } from './support/render.ts';

const CONFIGURATIONS: Readonly<Record<string, object>> = {
  ...SERVICE_CONFIGURATIONS,
  web: webConfiguration,
};

/** Read by the driver or OpenTelemetry, or only inserted into other variables. */
const OTHERS = /^(PGPASSWORD|OTEL_\w+|POD_NAME|POD_UID|NODE_NAME)$/;

describeChart('the environment that the chart sets for a part', () => {
  test.each(
    Object.entries(INSTALLATIONS).flatMap(([name, values]) =>
      Object.keys(CONFIGURATIONS).map((part) => ({ name, part, values })),
    ),
  )('$name: the variables of $part are known to it, and they are all that it needs', ({ part, values }) => {
    const environment = environmentOf(render(values), part);
    const configuration = CONFIGURATIONS[part] ?? {};
    expect(Object.keys(environment).filter((one) => !(one in configuration) && !OTHERS.test(one))).toEqual(
      [],
    );
    jest.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`ends with ${code}`);
    });
    const asText = Object.fromEntries(
      Object.entries(environment).map(([variable, value]) => [
        variable,
        typeof value === 'string' ? value : secretOf(variable),
      ]),
    );
    expect(() => parseConfiguration(asText, configuration)).not.toThrow();
  });
});

/** An example value of the Secret that a variable comes from. */
function secretOf(variable: string): string {
  if (variable === 'SECRETS_KEY') return Buffer.alloc(32).toString('base64');
  if (variable === 'REDIS_URL') return 'rediss://:secret@redis.example.com:6379';
  if (variable === 'DOCUMENTS_URL') return 's3://key:secret@s3.example.com/documents';
  return variable === 'SMTP_URL' ? 'smtps://user:secret@mail.example.com' : 'secret';
}
