import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { axisTo, ChartBars, ChartRows } from './chart.tsx'

const drawn = (what: ReactNode) => renderToStaticMarkup(<I18nProvider i18n={wordsIn('en')}>{what}</I18nProvider>)
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const heads: [string, string] = ['Day', 'Views']

test('an axis begins at nought, ends at or above the most, and has whole, even, few steps', () => {
  for (const most of [0, 1, 2, 3, 4, 5, 7, 9, 10, 11, 41, 99, 100, 101, 840, 4999, 123_456, 2 ** 31]) {
    const axis = axisTo(most)
    expect([most, axis[0]]).toEqual([most, 0])
    expect(axis.at(-1)).toBeGreaterThanOrEqual(most)
    expect(axis.length).toBeLessThanOrEqual(5)
    const step = axis[1]!
    expect(axis).toEqual(axis.map((_, at) => at * step))
    expect(Number.isInteger(step)).toBe(true)
    // No more than a step of it stays empty.
    expect(axis.at(-1)! - Math.max(1, most)).toBeLessThan(step)
  }
  expect(axisTo(5)).toEqual([0, 2, 4, 6])
})

describe('bars', () => {
  const marks = [3, 0, 12].map((value, at) => ({ key: `d${at}`, label: `${at + 1} May`, value }))
  const html = drawn(<ChartBars says="Twelve on the third day." heads={heads} marks={marks} ticks={[]} />)

  test('are one picture with one sentence, and a table of all the numbers', () => {
    expect(html).toContain('role="img" aria-label="Twelve on the third day."')
    const table = html.slice(html.indexOf('<table'), html.indexOf('</table>'))
    expect(textOf(table)).toContain('Day Views 1 May 3 2 May 0 3 May 12')
  })

  test('are as tall as their numbers, and nought is none', () => {
    const bars = [...html.matchAll(/<rect[^>]*height="([\d.]+)"[^>]*class="fill-(?:brand|accent)"/g)].map(([, of]) =>
      Number(of),
    )
    expect(bars).toHaveLength(2)
    expect(bars[1]! / bars[0]!).toBeCloseTo(4, 5)
  })

  test('of nothing are none, and say no peak', () => {
    const empty = drawn(
      <ChartBars says="x" heads={heads} marks={marks.map((mark) => ({ ...mark, value: 0 }))} ticks={[]} />,
    )
    expect(empty).not.toMatch(/fill-(brand|accent)/)
    expect(empty).not.toContain('<text')
  })
})

test('rows say number and part; a little is not nothing', () => {
  const marks = [
    { key: 'a', label: 'Kenya', value: 999 },
    { key: 'b', label: 'Uganda', value: 1 },
    { key: 'c', label: 'Chad', value: 0 },
  ]
  const html = drawn(<ChartRows says="x" heads={['Place', 'Views']} marks={marks} of={1000} />)
  expect(textOf(html)).toContain('Kenya 999 99% Uganda 1 under 1% Chad 0 0%')
  expect(html.match(/fill-brand/g)).toHaveLength(2)
})
