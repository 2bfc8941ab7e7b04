import type { Mutation } from './mutations.ts'

// Mistakes in the codes of drives, each with the test that has to notice it.

const folder = 'app/drives/codes'

export const mutationsInCodes: Mutation[] = [
  {
    mistake: 'a number with a wrong digit is read as another drive’s',
    file: `${folder}/code.ts`,
    is: `  if (digits && isNumber(asDigits(digits)))`,
    becomes: `  if (digits)`,
    test: 'T503',
  },
  {
    mistake: 'a word that another drive had before is free again',
    file: `${folder}/codes.server.ts`,
    is: `    .where(sql<number>\`length(code)\`,`,
    becomes: `    .where('retired_at', 'is', null)\n    .where(sql<number>\`length(code)\`,`,
    test: 'T504',
  },
  {
    mistake: 'two words are chosen at once without a lock',
    file: `${folder}/codes.server.ts`,
    is: `  await sql\`select pg_advisory_xact_lock(hashtextextended('words of drives', 0))\`.execute(tx)\n`,
    test: 'T505',
  },
]
