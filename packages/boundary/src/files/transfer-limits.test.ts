import { describe, expect, test } from '@jest/globals';
import { TransferLimits } from './transfer-limits.ts';

/** Starts transfers that run until they are ended; two of an account, three of a network, four in all. */
function stage() {
  const limits = new TransferLimits({ what: 'downloads', perAccount: 2, perNetwork: 3, inProcess: 4 });
  return (accountId: string, address = '192.0.2.1') => {
    const ended = Promise.withResolvers<string>();
    const result = limits.run({ accountId, address }, () => ended.promise);
    return { result, end: () => ended.resolve('done') };
  };
}

const refusedWith = (code: string, detail: string) => ({
  code,
  options: { detail: expect.stringContaining(detail), retryAfterSeconds: 5 },
});

describe('G6: transfers', () => {
  test('of an account are limited', async () => {
    const start = stage();
    const [first] = [start('a', '192.0.2.1'), start('a', '192.0.2.2')];
    const third = start('a', '192.0.2.3');
    await expect(third.result).rejects.toMatchObject(refusedWith('rate_limited', 'of your downloads'));
    first?.end();
    expect(await first?.result).toBe('done');
    const next = start('a');
    next.end();
    expect(await next.result).toBe('done');
  });

  test('of a network are limited, whatever the account', async () => {
    const start = stage();
    const running = ['a', 'b', 'c'].map((account) => start(account, '2001:db8:1:2::1'));
    await expect(start('d', '2001:db8:1:7::2').result).rejects.toMatchObject(
      refusedWith('rate_limited', 'downloads from your network'),
    );
    running[0]?.end();
    await running[0]?.result;
    const next = start('d', '2001:db8:1:7::2');
    next.end();
    expect(await next.result).toBe('done');
  });

  test('of the process are limited; a refused one holds no place of its account or network', async () => {
    const start = stage();
    const running = ['a', 'b', 'c', 'd'].map((account, index) => start(account, `192.0.2.${index}`));
    for (let time = 0; time < 5; time += 1) {
      await expect(start('e', '192.0.2.9').result).rejects.toMatchObject(
        refusedWith('dependency_unavailable', 'Too many downloads are running'),
      );
    }
    running[0]?.end();
    await running[0]?.result;
    const next = start('e', '192.0.2.9');
    next.end();
    expect(await next.result).toBe('done');
  });

  test('that fail release their places', async () => {
    const limits = new TransferLimits({ what: 'uploads', perAccount: 1, perNetwork: 1, inProcess: 1 });
    const client = { accountId: 'a', address: '192.0.2.1' };
    for (let time = 0; time < 2; time += 1) {
      await expect(limits.run(client, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    }
  });
});
