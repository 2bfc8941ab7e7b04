import type { Planted } from './planted.ts'

// Mistakes in codes that are texted to phones, and in whose a phone is: see planted.ts.

const folder = 'app/features/people'
const codes = `${folder}/phone-codes.server.ts`
const phones = `${folder}/phones.server.ts`
const ofCodes = `${folder}/phone-codes.test.ts`
const ofPhones = `${folder}/phones.test.ts`
const signIn = `${folder}/phone-sign-in.test.ts`

export const plantedInPhoneCodes: Planted[] = [
  {
    mistake: 'wrong codes for a phone can be tried without end',
    file: codes,
    is: `    .where('tries', '<', 5)\n`,
    becomes: '',
    and: { file: codes, is: 'tries: sql<number>`tries + 1`', becomes: 'tries: sql<number>`least(tries + 1, 5)`' },
    tests: ofCodes,
    fails: 'of fifty wrong ones at once five are looked at',
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
    tests: ofCodes,
    fails: 'of fifty wrong ones at once five are looked at',
  },
  {
    mistake: 'one code lets two in that show it at the same moment',
    file: codes,
    is: `      .where('used_at', 'is', null)\n      .returning('id')`,
    becomes: `      .returning('id')`,
    tests: ofCodes,
    fails: 'of ten who show the right one at once',
  },
  {
    mistake: 'a code opens what was asked for in another browser',
    file: codes,
    is: `    .where('browser', '=', hashOfMark(mark))\n    .where('user_id', 'is not distinct from'`,
    becomes: `    .where('user_id', 'is not distinct from'`,
    tests: ofCodes,
    fails: 'in the browser that asked',
  },
  {
    mistake: 'a code is good until it is used',
    file: codes,
    is: `    .where('until', '>', sql<Date>\`now()\`)\n    .where('tries', '<', 5)`,
    becomes: `    .where('tries', '<', 5)`,
    tests: ofCodes,
    fails: 'is good for five minutes',
  },
  {
    mistake: 'the codes of a day are looked at and not counted',
    file: codes,
    is: '    await takeTry([budgetOf(purpose)])\n',
    becomes: '    if ((await triesLeft(budgetOf(purpose))).left === 0) return false\n',
    tests: ofCodes,
    fails: 'are texted until the day’s are used up',
  },
  {
    mistake: 'people who confirm one number at once do not wait for each other',
    file: phones,
    is: `    .select('user_id')\n    .forUpdate()\n`,
    becomes: `    .select('user_id')\n`,
    tests: ofPhones,
    fails: 'of ten people who confirm one number at once',
  },
  {
    mistake: 'numbers that one person confirms at once are not counted together',
    file: phones,
    is: `.select('id').forUpdate().executeTakeFirstOrThrow()`,
    becomes: `.select('id').executeTakeFirstOrThrow()`,
    tests: ofPhones,
    fails: 'of ten numbers that one person confirms at once',
  },
  {
    mistake: 'the new owner of a number takes from an account its only way in',
    file: phones,
    is: 'if (isMoved && !(await hasEmail(tx, holder)))',
    becomes: 'if (false)',
    tests: ofPhones,
    fails: 'stays with an account that has no other way in',
  },
  {
    mistake: 'the new owner of a number signs in to the account that had it',
    file: `${folder}/phone-sign-in.server.ts`,
    is: `  if (row.isLongUnused && row.hasEmail) throw refused(says.longUnused)\n`,
    becomes: '',
    tests: signIn,
    fails: 'the new owner of a number confirms it as theirs',
  },
  {
    mistake: 'two phones that are removed at once are both gone',
    file: `${folder}/own-phone.server.ts`,
    is: '      .forUpdate()\n',
    becomes: '',
    tests: signIn,
    fails: 'of ten who remove two phones at once',
  },
  {
    mistake: 'address and phone that are taken away at once are both gone',
    file: 'db/migrations/0240_accounts_without_an_email.sql',
    is: 'where id = person for no key update;',
    becomes: 'where id = person;',
    tests: `${folder}/without-email.test.ts`,
    fails: 'of address and phone only one can go',
  },
]
