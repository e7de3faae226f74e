import { describe, expect, it } from 'vitest'
import { markdownTable, sectionMarkdown, shown } from '../../bench/report/markdown.ts'
import { median, quantile, spreadPercent } from '../../bench/report/statistics.ts'
import { svgChart } from '../../bench/report/svg-chart.ts'

describe('the figures of a benchmark', () => {
  it('are the median of the rounds, and say how far these lie apart', () => {
    expect(median([30, 10, 20])).toBe(20)
    expect(median([10, 40, 20, 30])).toBe(25)
    expect(median([])).toBe(0)
    expect(spreadPercent([95, 100, 110])).toBe(15)
    expect(spreadPercent([0, 0])).toBe(0)
  })

  it('leave one of a hundred above the 99th percentile', () => {
    const times = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect(quantile(times, 0.99)).toBe(100)
    expect(quantile(times, 0.5)).toBe(51)
    expect(quantile([], 0.99)).toBe(0)
  })

  it.each([
    [23_760.4, '23,760'],
    [367, '367'],
    [52.438, '52.4'],
    [0.0154321, '0.0154'],
    [0, '0'],
    [null, '–'],
    [Number.NaN, '–'],
    ['ours', 'ours'],
  ])('show %s as %s', (value, text) => {
    expect(shown(value)).toBe(text)
  })
})

describe('the table of a benchmark', () => {
  it('has a column for all that any line has, numbers to the right', () => {
    const rows = [
      { server: 'ours', 'req/s': 367 },
      { server: 'bare', 'req/s': 23_760, 'ours of it': 0.0154 },
    ]
    expect(markdownTable(rows)).toBe(
      [
        '| server |  req/s | ours of it |',
        '| ------ | -----: | ---------: |',
        '| ours   |    367 |          – |',
        '| bare   | 23,760 |     0.0154 |',
      ].join('\n'),
    )
  })

  it('says which targets are met; what was not measured is not', () => {
    const text = sectionMarkdown('products', {
      title: 'REST',
      rows: [{ server: 'ours' }],
      targets: [
        { what: 'of bare', measured: 0.7, atLeast: 0.7 },
        { what: 'statements', measured: 5, atMost: 4 },
        { what: 'p99', measured: Number.NaN, atMost: 3 },
      ],
    })
    expect(text).toMatch(/\| of bare +\| ≥ 0.7 +\| +0.7 \| met +\|/)
    expect(text).toMatch(/\| statements +\| ≤ 4 +\| +5 \| not met \|/)
    expect(text).toMatch(/\| p99 +\| ≤ 3 +\| +– \| not met \|/)
  })
})

describe('the plot of a benchmark', () => {
  it('puts a tenfold value one step of its axis further, and leaves out what no such axis has', () => {
    const points = [1, 10, 100].map((x) => ({ x, y: x * 5 }))
    const lines = [{ name: 'ours <fast>', points: [...points, { x: 0, y: 0 }] }]
    const svg = svgChart({ file: 'a', title: 'Throughput', x: 'connections', y: 'requests', lines })
    const places = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [Number(x), Number(y)])
    const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = [], [x3 = 0, y3 = 0] = []] = places
    expect(places).toHaveLength(3)
    expect(x2 - x1).toBeCloseTo(x3 - x2, 0)
    expect(y1 - y2).toBeCloseTo(y2 - y3, 0)
    expect(y1).toBeGreaterThan(y2)
    expect(svg).toContain('ours &lt;fast>')
  })
})
