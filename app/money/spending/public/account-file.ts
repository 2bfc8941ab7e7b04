import { msg } from '@lingui/core/macro'
import type { FileColumn, Reader } from '#app/kit/list.ts'
import { channelWords } from '#app/money/donations/channel.ts'
import { bookUpToIn } from '#app/money/public-book/up-to.tsx'
import { type AccountRow, accountForFile, accountTable } from '#app/money/spending/account.server.ts'
import { accountHeads, accountKinds, payeeIn } from '#app/money/spending/account.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext, languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/account-file.ts'

/** The public account as a table for people. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const account = await accountForFile(db, params.slug, context.get(askedContext).address)
  const reader = { words: context.get(wordsContext), language: context.get(languageContext) }
  return accountTable(db, account, { columns, reader })
}

const inShillings = (cents: number | undefined) => (cents === undefined ? '' : cents / 100)

const columns: FileColumn<AccountRow>[] = [
  { head: accountHeads.kind, plain: ({ kind }, { words }) => words._(accountKinds[kind]) },
  { head: accountHeads.day, plain: ({ day }) => day ?? '' },
  { head: accountHeads.payout, plain: ({ payout }) => (payout ? `W${payout}` : '') },
  {
    head: accountHeads.what,
    plain: (row, reader) =>
      row.way
        ? `${reader.words._(channelWords[row.way])}: ${row.gifts}`
        : row.fingerprint
          ? bookUpToIn({ day: row.day!, fingerprint: row.fingerprint }, reader)
          : (row.what ?? ''),
  },
  { head: accountHeads.line, plain: ({ line }) => line ?? '' },
  { head: accountHeads.plan, plain: ({ plan }) => inShillings(plan) },
  {
    head: accountHeads.payee,
    plain: ({ payee, paidTo }, { words }) => (payee === undefined ? (paidTo ?? '') : payeeIn(words, payee)),
  },
  { head: accountHeads.sum, plain: ({ sum }) => inShillings(sum) },
  { head: accountHeads.fee, plain: ({ fee }) => inShillings(fee) },
  { head: accountHeads.shown, plain: ({ shown }) => inShillings(shown) },
  { head: accountHeads.rest, plain: ({ rest }) => inShillings(rest) },
  {
    head: accountHeads.photo,
    plain: ({ photo, hidden }, { words }) => (hidden ? words._(msg`Hidden by {brand}`) : (photo ?? '')),
  },
]
