import { globSync, readFileSync } from 'node:fs'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { Button } from './button.tsx'
import { CursorPages } from './cursor-pages.tsx'
import { Field, Input, PasswordInput } from './field.tsx'
import { OneLine } from './one-line.tsx'
import { Progress } from './progress.tsx'
import { Refused } from './refused.tsx'
import { type Column, Table } from './table.tsx'
import { Tabs } from './tabs.tsx'

function drawn(what: ReactNode, at = '/'): string {
  const router = createMemoryRouter([{ path: '*', element: what }], { initialEntries: [at] })
  return renderToStaticMarkup(
    <I18nProvider i18n={wordsIn('en')}>
      <RouterProvider router={router} />
    </I18nProvider>,
  )
}
const sources = globSync('app/**/*.tsx').filter((file) => !file.includes('.test.'))
const part = (html: string, pattern: RegExp) => html.match(pattern)?.[1]

describe('a field', () => {
  const answer = { ok: false, errors: { email: 'That is no address.' }, typed: { email: 'achieng@' } }
  const html = drawn(
    <Field label="Email" name="email" hint="We write to it." answer={answer} required>
      <Input type="email" defaultValue="old@example.org" />
    </Field>,
  )

  test('names its control, and the control tells of the error and the hint', () => {
    const id = part(html, /<label for="([^"]+)"/)
    expect(html).toContain(`id="${id}" `)
    const told = part(html, /aria-describedby="([^"]+)"/)?.split(' ') ?? []
    expect(told.map((one) => html.includes(`id="${one}"`))).toEqual([true, true])
    expect(html).toContain('aria-invalid="true"')
    expect(html).toContain('That is no address.')
  })

  test('shows again what was typed, not what was there before', () => {
    expect(html).toContain('value="achieng@"')
    expect(html).not.toContain('old@example.org')
  })

  test('without an error it is not invalid', () => {
    expect(
      drawn(
        <Field label="Name">
          <Input />
        </Field>,
      ),
    ).not.toMatch(/ aria-\w+=/)
  })

  test('a password can be shown, by a button that says so', () => {
    const field = drawn(
      <Field label="Password">
        <PasswordInput />
      </Field>,
    )
    expect(field).toMatch(/<button[^>]*>.*Show password<\/span><\/button>/)
    // By its label alone the field is found, not the button.
    expect(field).not.toContain('aria-label')
  })
})

describe('a button', () => {
  test('keeps room for its busy words, without saying them', () => {
    const html = drawn(<Button busyText="Saving...">Save</Button>)
    expect(part(html, /data-other="([^"]+)"/)).toBe('Saving...')
    expect(html.replace(/<[^>]+>/g, '')).toBe('Save')
  })

  test('while busy it says so, and can keep the focus', () => {
    const html = drawn(
      <Button busy busyText="Saving...">
        Save
      </Button>,
    )
    expect(html.replace(/<[^>]+>/g, '')).toBe('Saving...')
    expect(html).toContain('aria-disabled="true"')
    expect(html).not.toContain(' disabled=""')
  })
})

test('a bar at 103% is full, says 103%, and stays within what a bar can be', () => {
  const html = drawn(<Progress label="Raised" value={103} max={100} />)
  expect(html).toContain('aria-valuetext="103%"')
  expect(html).toContain('aria-valuenow="100"')
  expect(html).toContain('width:100%')
})

test('before a script runs, every tab can be reached with the Tab key', () => {
  const html = drawn(
    <Tabs
      label="Ways in"
      current="in"
      tabs={[
        { id: 'in', to: '?tab=in', label: 'Sign In' },
        { id: 'up', to: '?tab=up', label: 'Sign Up' },
      ]}
    >
      here
    </Tabs>,
  )
  expect(html.match(/role="tab"/g)).toHaveLength(2)
  expect(html).not.toContain('tabindex="-1"')
})

test('a form that was not taken says all of it on a page that comes without a script', () => {
  const says = { title: 'Error', text: 'Failed to update request', why: 'It is frozen.', tone: 'bad' as const }
  const html = drawn(<Refused answer={{ ok: false, says }} />)
  for (const words of Object.values(says).slice(0, 3)) expect(html.split(words)).toHaveLength(2)
  expect(drawn(<Refused answer={{ ok: true, says }} />)).toBe('')
})

describe('a table', () => {
  type Row = { id: string; amount: string }
  const columns: Column<Row>[] = [{ key: 'amount', head: 'Amount', sortable: true, cell: ({ amount }) => amount }]
  const common = { caption: 'Gifts', columns, rowKey: ({ id }: Row) => id, empty: <p>No gifts yet</p> }
  const rows = [{ id: '1', amount: 'KES 500' }]

  test('sorts through its address: another click turns it round, and begins at the first page', () => {
    const html = drawn(<Table {...common} rows={rows} pages={9} page={3} />, '/?sort=amount&order=asc&page=3&q=a')
    expect(html).toContain('href="/?sort=amount&amp;order=desc&amp;q=a"')
    expect(html).toContain('aria-sort="ascending"')
    expect(html).toContain('href="/?sort=amount&amp;order=asc&amp;page=4&amp;q=a"')
  })

  test('says the name of a column once, however many rows there are', () => {
    const many = ['1', '2', '3'].map((amount) => ({ ...rows[0]!, amount }))
    const html = drawn(
      <Table
        {...common}
        columns={[...columns, { key: 'day', head: 'RSVP Date', cell: () => 'today' }]}
        rows={many}
        rowKey={({ amount }) => amount}
      />,
    )
    expect(html.match(/>RSVP Date</g)).toHaveLength(1)
    expect(html.match(/data-head="RSVP Date"/g)).toHaveLength(3)
  })

  test('says that it is empty, on its way, or failed', () => {
    expect(drawn(<Table {...common} rows={[]} />)).toContain('No gifts yet')
    expect(drawn(<Table {...common} rows={[]} state="loading" />)).toContain('Loading: Gifts')
    expect(drawn(<Table {...common} rows={[]} state="failed" />)).toContain('Try again')
  })
})

test('nothing takes a colour, a radius or a shadow that is no token', () => {
  const foreign =
    /\b(?:bg|text|border|ring|fill|stroke)-(?:white|black|(?:gray|slate|zinc|stone|red|orange|amber|yellow|green|blue|purple|violet)-\d)|\brounded-(?:sm|md|lg|xl|2xl|3xl)\b|\bshadow-(?:sm|md|lg|xl)\b/
  expect(sources.filter((file) => foreign.test(readFileSync(file, 'utf8')))).toEqual([])
})

describe('the ways through a long list', () => {
  const ways = (at: string, next: string | null = 'three') => {
    const html = drawn(<CursorPages next={next} param="after" />, at)
    return Object.fromEntries(
      [
        ...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*rel="(next|prev)"|<a [^>]*rel="(next|prev)"[^>]*href="([^"]*)"/g),
      ].map(([, before, one, two, after]) => [one ?? two, (before ?? after)!.replaceAll('&amp;', '&')]),
    )
  }

  test('lead on, and back one part at a time to the first', () => {
    expect(ways('/list?state=paid')).toEqual({ next: '/list?state=paid&after=three' })
    const second = ways('/list?after=one')
    expect(second.prev).toBe('/list')
    expect(second.next).toContain('after=three')
    expect(ways(second.next!).prev).toBe('/list?after=one')
    expect(ways('/list?after=one', null)).toEqual({ prev: '/list' })
  })

  test('keep the address short, however far one goes', () => {
    let at = '/list'
    for (let nr = 0; nr < 60; nr++) at = ways(at, `cursor${nr}`).next!
    expect(at.length).toBeLessThan(400)
  })
})

test('an email address in a list breaks after its @ on a narrow screen alone, and reads as one word', () => {
  const html = drawn(<OneLine text="owner@harambee.test" />)
  expect(html).toContain('owner@<wbr class="@2xl:hidden"/>harambee.test')
  expect(html.replace(/<[^>]+>/g, '')).toBe('owner@harambee.test')
  expect(drawn(<OneLine text="Heal Mama Achieng" />)).not.toContain('<wbr')
})
