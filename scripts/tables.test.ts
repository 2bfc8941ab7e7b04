import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tables } from '#db/areas.ts'
import { usesOfTables } from './tables.ts'
import { risen } from './weigh.ts'

test('each table and view has one noun that owns it', () => {
  const [, list] = /export interface DB \{\n([\s\S]*?)\n\}/.exec(readFileSync('db/types.ts', 'utf8'))!
  const known = [...list!.matchAll(/^ {2}'?([\w.]+)'?:/gm)].map(([, name]) => name!)
  expect(tables.map(({ name }) => name).sort()).toEqual([...known, 'migrations'].sort())
})

test('files that read and write a table are found by its SQL', () => {
  const uses = new Map(usesOfTables().map((use) => [use.table, use]))
  expect(uses.get('payout_requests')!.writers).toContain('app/money/payouts/request.server.ts')
  expect(uses.get('payout_requests')!.readers).toContain('app/privacy/export.server.ts')
  expect(uses.get('kept_forms')!.writers).toEqual(['app/platform/http/form.server.ts'])
  const unread = [...uses.values()].filter(({ writers, readers }) => writers.length + readers.length === 0)
  // The version before reads recon_breaks and support_letters. Triggers and functions of the database alone keep the others.
  expect(unread.map(({ table }) => table)).toEqual(['recon_breaks', 'phones_left', 'drive_givers', 'support_letters'])
})

test('a number that rose is named with what it was, and one that fell is none', () => {
  expect(risen({ files: 10, lines: 100 }, { files: 11, lines: 99, names: 5 })).toEqual(['files: 11, before 10'])
})
