import { plainMoney } from '#app/kit/money.ts'
import { receiptNumber } from '#app/money/donations/receipt.ts'
import { wordsOf } from '#app/money/payments/paid-for.ts'
import type { Db } from '#app/platform/db.server.ts'
import { pdfOf } from '#app/platform/pictures/pdf.server.ts'
import { publicAddress } from '#app/platform/settings.server.ts'

// What goes to a payer's bank with our answer: a file with the words of the person who answers, and the facts of the payment.

type Answer = { is: 'accept' | 'decline'; message: string; amount: number }

/** Banks read English. Of others than the payer nothing is in it. */
export async function documentFor(db: Db, disputeId: number, answer: Answer) {
  const facts = await factsOf(db, disputeId)
  return { name: `dispute-${facts.dispute}.pdf`, type: 'application/pdf', body: pdfOf(linesOf(facts, answer)) }
}

type Facts = Awaited<ReturnType<typeof factsOf>>

const factsOf = (db: Db, disputeId: number) =>
  db
    .selectFrom('disputes as q')
    .innerJoin('payments as p', 'p.id', 'q.payment_id')
    .leftJoin('fund_drives as d', 'd.id', 'p.fund_drive_id')
    .leftJoin('donations as g', 'g.payment_id', 'p.id')
    .where('q.id', '=', disputeId)
    .select(['q.ext_id as dispute', 'q.amount as disputed', 'q.created_at as disputedAt'])
    .select(['p.kind', 'p.reference', 'p.provider_tx_id as providerId', 'p.amount', 'p.reversed', 'p.channel'])
    .select(['p.created_at as begunAt', 'p.settled_at as paidAt', 'p.donor_name as name', 'p.donor_email as email'])
    .select(['d.title', 'd.slug', 'g.id as donation', 'g.created_at as bookedAt'])
    .executeTakeFirstOrThrow()

const at = (moment: Date | null): string =>
  moment ? `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC` : 'not known'
const channels: Record<string, string> = { online: 'card or bank', mobile: 'mobile money', other: 'other' }

function linesOf(facts: Facts, { is, message, amount }: Answer): string[] {
  const { dispute, disputed, kind, reference, providerId, title, slug, donation, bookedAt } = facts
  const rows: [string, string][] = [
    ['Dispute', dispute],
    ['Amount questioned', plainMoney(disputed)],
    ['Told of it', at(facts.disputedAt)],
    ['Our answer', is === 'accept' ? `accepted: ${plainMoney(amount)} goes back` : 'declined: the payment was right'],
    ['Payment', reference],
    ["Paystack's number of it", providerId ?? 'not known'],
    ['What it was for', wordsOf(kind).forBanks],
    ['Fund drive', title ?? 'not known'],
    ...(slug ? [['Its page', `${publicAddress()}/fundraiser/${slug}`] satisfies [string, string]] : []),
    ['Amount paid', plainMoney(facts.amount)],
    ...(facts.reversed > 0 ? [['Refunded before', plainMoney(facts.reversed)] satisfies [string, string]] : []),
    ['Paid by', channels[facts.channel ?? ''] ?? 'not known'],
    ['Begun by the payer', at(facts.begunAt)],
    ['Paid', at(facts.paidAt)],
    ...(donation && bookedAt ? [['Receipt', receiptNumber(donation, bookedAt)] satisfies [string, string]] : []),
    ['Name given by the payer', facts.name || 'Anonymous'],
    ['E-mail given by the payer', facts.email],
  ]
  return [
    'Answer to a dispute',
    '',
    ...rows.map(([name, value]) => `${`${name}:`.padEnd(27)}${value}`),
    '',
    'What we say',
    '',
    message,
  ]
}
