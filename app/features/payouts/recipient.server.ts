import { createHash } from 'node:crypto'
import type { Db } from '#app/platform/db.server.ts'
import { nameOf } from '#app/platform/provider.server.ts'
import type { Failure, Provider, Rail } from '#app/platform/provider.ts'
import { bankNamed, localPhone, walletCode } from './bank.ts'
import type { Destination } from './payout.ts'

type Account = { rail: Rail; code: string; name: string; account: string }

/** `nowhere`: nobody can send money there, and why. */
export type Recipient = { is: 'recipient'; code: string; known: boolean } | { is: 'nowhere'; why: string } | Failure

/** What a provider calls a destination. It is told of each once; being told again does no harm. */
export async function recipientOf(db: Db, by: Provider, to: Destination, owner: string): Promise<Recipient> {
  const hash = hashOf(to, owner)
  const before = await db
    .selectFrom('payout_recipients')
    .where('provider', '=', nameOf(by))
    .where('destination_hash', '=', hash)
    .select('code')
    .executeTakeFirst()
  if (before) return { is: 'recipient', code: before.code, known: true }
  const account = await accountOf(by, to, owner)
  if ('is' in account) return account
  const answer = await by.recipient(account)
  if (answer.is === 'failure') return answer
  await db
    .insertInto('payout_recipients')
    .values({ provider: nameOf(by), destination_hash: hash, code: answer.code })
    .onConflict((same) => same.columns(['provider', 'destination_hash']).doUpdateSet({ code: answer.code }))
    .execute()
  return { is: 'recipient', code: answer.code, known: false }
}

/** The provider does not know it any more, such as after our account there was changed. */
export async function forgetRecipient(db: Db, by: Provider, to: Destination, owner: string): Promise<void> {
  await db
    .deleteFrom('payout_recipients')
    .where('provider', '=', nameOf(by))
    .where('destination_hash', '=', hashOf(to, owner))
    .execute()
}

const hashOf = (to: Destination, owner: string): string =>
  createHash('sha256')
    .update(JSON.stringify(to.type === 'bank' ? [to.bank, to.account, to.name] : [to.operator, to.phone, owner]))
    .digest('hex')

async function accountOf(
  by: Provider,
  to: Destination,
  owner: string,
): Promise<Account | { is: 'nowhere'; why: string } | Failure> {
  if (to.type === 'mobile_money')
    return { rail: 'mobile_money', code: walletCode[to.operator], name: owner, account: localPhone(to.phone) }
  const answer = await by.banks()
  if (answer.is === 'failure') return answer
  const bank = bankNamed(
    answer.banks.filter(({ rail }) => rail === 'bank'),
    to.bank,
  )
  if (!bank) return { is: 'nowhere', why: unknownBank(to.bank) }
  return { rail: 'bank', code: bank.code, name: to.name, account: to.account }
}

const unknownBank = (name: string) =>
  `The provider knows no bank called “${name}”. Send it by hand, or decline the request so that the owner can choose the bank again.`
