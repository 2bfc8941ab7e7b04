import fs from 'node:fs'
import { expect, test } from 'vitest'
import { contrast } from '#test/contrast.ts'

// Each style of card brings colours of its own: here it is computed that all of them can be read (WCAG AA).

const css = fs.readFileSync('app/invitations/guests/card.css', 'utf8')
const colour = String.raw`light-dark\((#\w{6}), (#\w{6})\)`

/** What a rule says of a colour by its name, in a light and in a dark room. */
function named(rule: string, name: string): [string, string] {
  const found = new RegExp(`--${name}: ${colour}`).exec(rule)
  if (!found) throw new Error(`no --${name} in ${rule.slice(0, 40)}`)
  return [found[1]!, found[2]!]
}

const rules = [...css.matchAll(/^\.card(?:-(\w+))? \{\n {2}--ground[\s\S]*?\n\}/gm)]

test('there are five styles of their own colours', () => {
  expect(rules.map(([, style = 'solemn']) => style)).toEqual(['solemn', 'celebration', 'church', 'school', 'corporate'])
})

test.each(rules.map(([rule, style = 'solemn']) => ({ style, rule })))(
  '$style reads well by day and by night',
  ({ rule }) => {
    const ground = named(rule, 'ground')
    for (const name of ['text', 'soft'])
      for (const at of [0, 1] as const)
        expect([name, at, contrast(ground[at], named(rule, name)[at]) >= 4.5]).toEqual([name, at, true])
  },
)

test('so do the pill, the bar, the ribbon and the ground inside the arch', () => {
  const pairs = [
    ['#9c4128', '#fbf3df'],
    ['#e5b53f', '#2a1b12'],
    ['#e5b53f', '#123a2c'],
    ['#fffdf6', '#1d3a5c'],
    ['#fffdf6', '#876410'],
    ['#1b2e46', '#f7f4ea'],
    ['#1b2e46', '#dcb765'],
  ] as const
  for (const [one, other] of pairs) {
    expect(css).toContain(one)
    expect(contrast(one, other)).toBeGreaterThanOrEqual(4.5)
  }
})
