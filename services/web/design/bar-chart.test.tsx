import { describe, expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { BarChart, BarList } from './bar-chart.tsx';

const BARS = [
  { label: '5 Oct', value: 12_000, second: 1 },
  { label: '12 Oct', value: 0, second: 0 },
];

describe('a chart', () => {
  const html = renderToStaticMarkup(
    <BarChart caption="Requests a week" valueLabel="Allowed" secondLabel="Refused" bars={BARS} />,
  );

  test('tells those who do not see it the same numbers in a table', () => {
    expect(html).toContain('<caption>Requests a week</caption>');
    expect(html).toContain('<th scope="row">5 Oct</th><td>12000</td><td>1</td>');
    expect(html).toContain('<th scope="row">12 Oct</th><td>0</td><td>0</td>');
    expect(html).toMatch(/<svg [^>]*aria-hidden="true"/);
  });

  test('draws what is small so that it is seen, and nothing where there is nothing', () => {
    expect(html).toContain('<rect class="bar-second" x="8%" width="34%" y="19" height="3" rx="4"></rect>');
    expect(html).toContain('<rect class="bar-value" x="58%" width="34%" y="142" height="0" rx="4"></rect>');
  });

  test('with many bars labels few of them, and writes the highest amount alone', () => {
    const many = Array.from({ length: 26 }, (_, n) => ({
      label: `week ${n}`,
      name: `from Monday of week ${n}`,
      value: n === 9 ? 30 : 3,
      text: n === 9 ? '30 h' : '3 h',
    }));
    const dense = renderToStaticMarkup(<BarChart caption="Times" valueLabel="Half within" bars={many} />);
    const texts = [...dense.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(texts).toEqual(['week 4', '30 h', 'week 11', 'week 18', 'week 25']);
    expect(dense).toContain('<th scope="row">from Monday of week 0</th><td>3 h</td>');
    expect(dense).toContain('<title>from Monday of week 9: 30 h</title>');
    expect(dense).toMatch(/text-anchor="end"[^>]*>week 25</);
  });

  test('U24: amounts that are close to each other read differently', () => {
    const close = [12_910, 13_040, 13_150].map((value) => ({ label: `${value} requests`, value }));
    const chart = renderToStaticMarkup(<BarChart caption="Requests a week" valueLabel="All" bars={close} />);
    const list = renderToStaticMarkup(<BarList label="Requests" bars={close} />);
    const drawn = [...chart.matchAll(/class="bar-amount"[^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(drawn).toEqual(['12.9k', '13k', '13.2k']);
    expect([...list.matchAll(/<strong>([^<]*)</g)].map(([, text]) => text)).toEqual(drawn);
  });

  test('has no style attribute, which the Content-Security-Policy would block', () => {
    const list = renderToStaticMarkup(<BarList label="Refusals" bars={BARS} />);
    expect(`${html}${list}`).not.toContain('style=');
  });
});
