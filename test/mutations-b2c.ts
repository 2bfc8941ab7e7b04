import type { Mutation } from './mutations.ts'

// Mistakes that a person could make where M-Pesa sends withdrawals: see mutations.ts.

const sent = 'app/money/mpesa/send.server.ts'
const phone = 'app/money/payouts/rails.server.ts'
const adapter = 'app/platform/mpesa/send.server.ts'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: pieces of sources stand here, with what they fill in
export const mutationsInB2c: Mutation[] = [
  {
    mistake: 'each try to send has a reference of its own',
    file: adapter,
    is: 'OriginatorConversationID: reference,',
    becomes: 'OriginatorConversationID: `${reference}-${Date.now()}`,',
    test: 'T438',
  },
  {
    mistake: 'a duplicate counts as refused',
    file: adapter,
    is: "if (/duplicate/i.test(failure.message)) return { is: 'known' }",
    test: 'T439',
  },
  {
    mistake: 'a word of failure outweighs that it arrived',
    file: sent,
    is: `(\${end} = 'done' and facts ->> 'end' <> 'done')`,
    becomes: 'false',
    test: 'T440',
  },
  {
    mistake: 'what is said of another order counts for this one',
    file: sent,
    is: 'if (name !== null && name !== told.id) {',
    becomes: 'if (name === undefined) {',
    test: 'T441',
  },
  {
    mistake: 'a sum that was never asked for is booked',
    file: phone,
    is: 'if (asked?.net !== cents) {',
    becomes: 'if (cents < 0) {',
    test: 'T442',
  },
  {
    mistake: 'nobody looks how much there is to send from',
    file: phone,
    is: "return left >= load.net + (await tariffOn(db, 'b2c', load.net, new Date())) ? recipient : shortOf(db, load)",
    becomes: 'return left > 0 ? recipient : shortOf(db, load)',
    test: 'T443',
  },
  {
    mistake: 'what is under way is not taken off what is there',
    file: 'app/money/mpesa/send.server.ts',
    is: 'left.cents - rows[0]!.sent',
    becomes: 'left.cents',
    test: 'T444',
  },
  {
    mistake: 'a withdrawal by M-Pesa leaves the account of the other provider',
    file: 'app/money/payouts/transfer.server.ts',
    is: "debit: 'payouts_in_flight', credit: clearing, amount",
    becomes: "debit: 'payouts_in_flight', credit: 'provider_clearing', amount",
    test: 'T445',
  },
]
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: pieces of sources stand here, with what they fill in
