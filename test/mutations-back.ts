import type { Mutation } from './mutations.ts'

// Mistakes that a person could make where givers ask for gifts back: see mutations.ts.

const rules = 'app/money/refunds/ask-back.server.ts'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: pieces of sources stand here, with what they fill in
export const mutationsInMoneyBack: Mutation[] = [
  {
    mistake: 'a gift that was sent on is sent back as well',
    file: rules,
    is: `  if (wallet.available - held < gift.amount) throw new Refusal(backTexts.gone)\n`,
    test: 'T1171',
  },
  {
    mistake: 'a gift is sent back after its days',
    file: rules,
    is: `  if (gift.today > gift.until) throw new Refusal(backTexts.over(gift.days))\n`,
    test: 'T1173',
  },
  {
    mistake: 'the last day on which a gift can be asked back ends with its hour',
    file: rules,
    is: "sql<string>`((${at} at time zone 'Africa/Nairobi')::date + ${days}::int)::text`",
    becomes: "sql<string>`((${at} at time zone 'Africa/Nairobi')::date + ${days}::int - 1)::text`",
    test: 'T1173',
  },
  {
    mistake: 'a link that was pressed once asks again',
    file: rules,
    is: `{ by: 'email', to: gift.email }, formKeyOf(key))`,
    becomes: `{ by: 'email', to: gift.email }, formKeyOf(key + Math.random()))`,
    test: 'T1174',
  },
  {
    mistake: 'a gift that its bank disputes is sent back to its giver, too',
    file: rules,
    is: `  if (gift.disputed) throw new Refusal(backTexts.disputed)\n`,
    test: 'T1177',
  },
  {
    mistake: 'of a gift of which a part went back the whole is asked back',
    file: rules,
    is: `  if (gift.reversed > 0) throw new Refusal(gift.reversed < gift.amount ? backTexts.gone : backTexts.isBack)\n`,
    test: 'T1177',
  },
  {
    mistake: 'a giver who was forgotten meanwhile is sent money',
    file: rules,
    is: `  if (now?.to !== contact.to) throw new Refusal(backTexts.noContact)\n`,
    test: 'T1179',
  },
  {
    mistake: 'a link that asks for a gift back is good for ever',
    file: rules,
    is: `  return Number.parseInt(until, 36) * 1000 > (await databaseNow(db)).getTime()\n`,
    becomes: '  return true\n',
    test: 'T1180',
  },
  {
    mistake: 'a link asks for another gift back than the one that it was made for',
    file: rules,
    is: '`ask ${receipt} back to ${email} until ${until}`',
    becomes: '`ask back to ${until}`',
    test: 'T1180',
  },
  {
    mistake: 'a code that was texted for a gift is taken in a browser that did not ask for it',
    file: 'app/people/accounts/phone-codes.server.ts',
    is: `    .where('purpose', '=', purpose)\n    .where('browser', '=', hashOfMark(mark))\n`,
    becomes: `    .where('purpose', '=', purpose)\n`,
    test: 'T1176',
  },
  {
    mistake: 'one giver asks back as often as they like',
    file: rules,
    is: `  if ((await waitIn(tx, [month])) > 0) throw new Refusal(backTexts.tooOften, { status: 429 })\n`,
    test: 'T1182',
  },
  {
    mistake: 'nobody looks when much is asked back in a day',
    file: rules,
    is: 'toOffice: await isRush(tx, wallet.driveId, gift.days)',
    becomes: 'toOffice: false',
    test: 'T1183',
  },
  {
    mistake: 'a gift that waits for an administrator is sent all the same',
    file: 'app/money/refunds/refund-lease.server.ts',
    is: ` and progress <> 'office'`,
    test: 'T1183',
  },
  {
    mistake: 'an administrator decides about a gift to their own drive that was asked back',
    file: 'app/money/payments/admin/asked-back.server.ts',
    is: `    if (await mayManage(tx, by.id, found.driveId, 'read')) throw new Refusal(askedBackTexts.own, { status: 403 })\n`,
    test: 'T1185',
  },
  {
    mistake: 'an organiser refunds what the drive does not hold any more',
    file: rules,
    is: `        await held(...locked)\n`,
    test: 'T1188',
  },
  {
    mistake: 'a giver is offered to ask for a gift back that its drive has sent on',
    file: rules,
    is: `    if (is === 'ask') askable.add(gift.receipt)\n`,
    becomes: `    askable.add(gift.receipt)\n`,
    test: 'T1331',
  },
]
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: pieces of sources stand here, with what they fill in
