import type { Mutation } from './mutations.ts'

// Mistakes in codes that are texted to phones, and in whose a phone is: see mutations.ts.

const folder = 'app/people/accounts'
const codes = `${folder}/phone-codes.server.ts`
const phones = `${folder}/phones.server.ts`

export const mutationsInPhoneCodes: Mutation[] = [
  {
    mistake: 'wrong codes for a phone can be tried without end',
    file: codes,
    is: `    .where('tries', '<', 5)\n`,
    and: { file: codes, is: 'tries: sql<number>`tries + 1`', becomes: 'tries: sql<number>`least(tries + 1, 5)`' },
    test: 'T550',
  },
  {
    mistake: 'codes that are tried at once are counted as one',
    file: codes,
    is: `  const row = await db
    .updateTable('phone_codes')
    .set({ tries: sql<number>\`tries + 1\` })
    .where('phone', '=', phone)`,
    becomes: `  const { tries: before } = (await db.selectFrom('phone_codes').where('phone', '=', phone).select('tries').executeTakeFirst()) ?? { tries: 0 }
  const row = await db
    .updateTable('phone_codes')
    .set({ tries: before + 1 })
    .where('phone', '=', phone)`,
    test: 'T550',
  },
  {
    mistake: 'one code lets two in that show it at the same moment',
    file: codes,
    is: `      .where('used_at', 'is', null)\n      .returning('id')`,
    becomes: `      .returning('id')`,
    test: 'T551',
  },
  {
    mistake: 'a code opens what was asked for in another browser',
    file: codes,
    is: `    .where('browser', '=', hashOfMark(mark))\n    .where('user_id', 'is not distinct from'`,
    becomes: `    .where('user_id', 'is not distinct from'`,
    test: 'T552',
  },
  {
    mistake: 'a code is good until it is used',
    file: codes,
    is: `    .where('until', '>', sql<Date>\`now()\`)\n    .where('tries', '<', 5)`,
    becomes: `    .where('tries', '<', 5)`,
    test: 'T553',
  },
  {
    mistake: 'the codes of a day are looked at and not counted',
    file: codes,
    is: '    await takeTry([budgetOf(purpose)])\n',
    becomes: '    if ((await triesLeft(budgetOf(purpose))).left === 0) return false\n',
    test: 'T554',
  },
  {
    mistake: 'people who confirm one number at once do not wait for each other',
    file: phones,
    is: `    .select('user_id')\n    .forUpdate()\n`,
    becomes: `    .select('user_id')\n`,
    test: 'T555',
  },
  {
    mistake: 'numbers that one person confirms at once are not counted together',
    file: phones,
    is: `.select('id').forUpdate().executeTakeFirstOrThrow()`,
    becomes: `.select('id').executeTakeFirstOrThrow()`,
    test: 'T556',
  },
  {
    mistake: 'the new owner of a number takes from an account its only way in',
    file: phones,
    is: 'if (isMoved && !(await hasEmail(tx, holder)))',
    becomes: 'if (false)',
    test: 'T557',
  },
  {
    mistake: 'the new owner of a number signs in to the account that had it',
    file: `${folder}/phone-sign-in.server.ts`,
    is: '  if (row.isLongUnused && row.hasEmail) throw refused(phoneTexts.longUnused)\n',
    test: 'T558',
  },
  {
    mistake: 'two phones that are removed at once are both gone',
    file: `${folder}/own-phone.server.ts`,
    is: '      .forUpdate()\n',
    test: 'T559',
  },
  {
    mistake: 'address and phone that are taken away at once are both gone',
    file: 'db/schema.sql',
    is: 'where id = person for no key update;',
    becomes: 'where id = person;',
    test: 'T560',
  },
]
