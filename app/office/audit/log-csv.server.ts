import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { acts, nouns } from '#app/features/audit/audit.ts'
import { type Cell, csvAnswer } from '#app/kit/csv.ts'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { allPages } from '#app/platform/listing.server.ts'
import { auditLog, type logAskedIn } from './log.server.ts'
import { factsOf, type Line } from './log.ts'

const heads = [
  ...[msg`When`, msg`Who`, msg`Email`, msg`Network`, msg`What was done`, msg`About`, msg`Number`, msg`Name`],
  ...[msg`Before`, msg`After`, msg`Reason`],
]
const through = { setting: msg`A setting`, command: msg`The command line` }

type Wanted = { asked: ReturnType<typeof logAskedIn>; words: I18n; language: Language }

/** The log as a table for a spreadsheet: the lines that the page shows. */
export function logCsv(db: Db, { asked, words, language }: Wanted): Response {
  const page = (after: string | null) => auditLog(db, { ...asked, list: { ...asked.list, after } }, 1000)
  const cellsOf = (line: Line): Cell[] => [
    ...[momentIn(language, line.at), line.by?.name ?? words._(through[line.through as 'command'])],
    ...[line.by?.email ?? '', line.address, words._(acts[line.act]), words._(nouns[line.noun])],
    ...[line.subject, line.about, written(line, 'before'), written(line, 'after'), line.why],
  ]
  async function* pages(): AsyncGenerator<Cell[][]> {
    for await (const rows of allPages(page)) yield rows.map(cellsOf)
  }
  return csvAnswer(
    'audit-log',
    heads.map((head) => words._(head)),
    pages(),
  )
}

/** Facts as they are kept, so that a program finds the same again. */
const written = (line: Line, when: 'before' | 'after') =>
  factsOf(line)
    .flatMap((fact) => (fact[when] === undefined ? [] : [`${fact.name}: ${fact[when]}`]))
    .join('; ')
