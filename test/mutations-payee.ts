import type { Mutation } from './mutations.ts'

// Mistakes that a person could make with whom withdrawals go to: see mutations.ts.

export const mutationsInPayees: Mutation[] = [
  {
    mistake: 'the one it is for is named in the panel without their leave',
    file: 'app/money/institutions/institutions.server.ts',
    is: 'case when b.shows_name then b.name end',
    becomes: 'b.name',
    test: 'T1539',
  },
  {
    mistake: 'one administrator alone confirms the number of an institution',
    file: 'app/money/institutions/institutions.server.ts',
    is: '  if (!isAgreed) return false\n',
    test: 'T1414',
  },
  {
    mistake: 'an institution that is confirmed already is confirmed again',
    file: 'app/money/institutions/institutions.server.ts',
    is: '  if (found.confirmed_at) throw new Refusal(institutionTexts.confirmedBefore)\n',
    test: 'T1413',
  },
  {
    mistake: 'of two administrators who decide about an institution at once, both decide',
    file: 'app/money/institutions/institutions.server.ts',
    is: '.selectAll().forUpdate().executeTakeFirst()',
    becomes: '.selectAll().executeTakeFirst()',
    test: 'T1415',
  },
  {
    mistake: 'a request is filed to an institution that was ended',
    file: 'app/money/institutions/institutions.server.ts',
    is: "  if (found.ended_at) throw new Refusal(institutionTexts.ended(found.name), { status: 422, field: 'institution' })\n",
    test: 'T1419',
  },
  {
    mistake: 'money is completed to an institution that was ended',
    file: 'app/money/payouts/decide.server.ts',
    is: '  await refuseEnded(tx, payout.destination)\n',
    test: 'T1421',
  },
  {
    mistake: 'an institution is ended while money for it is being completed',
    file: 'app/money/institutions/institutions.server.ts',
    is: "    .select(['name', 'ended_at'])\n    .forShare()\n",
    becomes: "    .select(['name', 'ended_at'])\n",
    test: 'T1423',
  },
  {
    mistake: 'money is completed while an administrator ends its institution',
    file: 'app/money/institutions/institutions.server.ts',
    is: "    .select(['name', 'ended_at'])\n    .forShare()\n",
    becomes: "    .select(['name', 'ended_at'])\n",
    test: 'T1422',
  },
  {
    mistake: 'the public account calls an institution the account of the organiser',
    file: 'app/money/spending/account.server.ts',
    is: 'const payeeOf = (found: string | null): Payee => found && JSON.parse(found)',
    becomes: 'const payeeOf = (_: string | null): Payee => null',
    test: 'T1425',
  },
  {
    mistake: 'a yes and a no by one link at once are both kept',
    file: 'app/drives/beneficiary/beneficiary.server.tsx',
    is: '    await lockWallet(tx, seen.id)\n',
    test: 'T1686',
  },
]
