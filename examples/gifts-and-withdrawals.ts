import { randomUUID } from 'node:crypto'
import { feeBpsOf } from '#app/base/ledger/ledger.ts'
import { balanceOf, post } from '#app/base/ledger/post.server.ts'
import { lockWallet, setAside } from '#app/base/ledger/wallet.server.ts'
import { dayAt } from '#app/kit/time.ts'
import { recordDonations } from '#app/money/donations/donation.server.ts'
import { newReference } from '#app/money/payments/payment.server.ts'
import { byHandCode } from '#app/money/payouts/decide.server.ts'
import { addMethod, destinationOf } from '#app/money/payouts/method.server.ts'
import { partToSend } from '#app/money/payouts/outcome.ts'
import type { MethodTyped } from '#app/money/payouts/payout.ts'
import { sealRequest } from '#app/money/payouts/seals.server.ts'
import { addReceipts, addReceiptsIn } from '#app/money/spending/receipts.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { pretendPaid, pretendTaken } from '#app/platform/paystack/pretended-paystack.server.ts'
import { addFollowers, agree, hospitalIn, patient } from './committee.ts'
import { daysFromNow } from './days.ts'
import {
  type ExampleAccount,
  type ExampleGift,
  type ExampleReceipt,
  type ExampleWithdrawal,
  exampleCauses,
  exampleGifts,
  exampleNews,
  examplePlans,
  exampleWithdrawals,
} from './gifts.ts'

// What was given to an example drive and drawn from it. The books take a moment only as they are written: nobody moves a
// gift or a transfer back in time afterwards. So `recordDonations` and `post` are handed the moment, and tell nobody; the
// payment and the withdrawal, which have no such form action, are written here as they were in the end.

type Of = { driveId: string; title: string; ownerId: string }
/** Where money goes: to the owner's phone, or straight to the hospital. */
type Way = { ownerId: string; methodId: string; atHospital: string; by: string }

/** Writes down gifts and withdrawals in the order they happened. */
export async function recordGifts(tx: Tx, { driveId, title, ownerId }: Of): Promise<void> {
  const gifts = exampleGifts[title] ?? []
  const drawn = exampleWithdrawals[title] ?? []
  const way = drawn.length > 0 ? await wayOut(tx, ownerId) : undefined
  await plan(tx, driveId, examplePlans[title] ?? [])
  if (way && exampleCauses[title]) await seePapers(tx, driveId, way, exampleCauses[title])
  const happened = [
    ...gifts.map((gift) => ({ daysAgo: gift[0], run: () => give(tx, driveId, gift) })),
    ...drawn.map((one) => ({ daysAgo: one[0], run: () => withdraw(tx, driveId, way!, one) })),
  ]
  for (const { run } of happened.sort((one, other) => other.daysAgo - one.daysAgo)) await run()
  const news = exampleNews[title] ?? []
  for (const [daysAgo, words] of news)
    await writeUpdate(tx, { driveId, by: ownerId, words, whole: null, at: daysFromNow(-daysAgo) })
  if (news.length > 0) await addFollowers(tx, driveId)
}

/** Writes down what the money is for. */
async function plan(tx: Tx, driveId: string, lines: [what: string, shillings: number][]): Promise<void> {
  for (const [at, [what, shillings]] of lines.entries()) {
    const row = { fund_drive_id: driveId, no: at + 1, what, plan: shillings * 100, form_key: randomUUID() }
    await tx.insertInto('budget_lines').values(row).execute()
  }
}

/** Records that an administrator saw the owner's identity and a paper of the cause. */
async function seePapers(tx: Tx, driveId: string, { ownerId, by }: Way, words: string): Promise<void> {
  const created_at = daysFromNow(-13)
  const identity = { kind: 'identity', user_id: ownerId, fund_drive_id: null, words: '' } as const
  const cause = { kind: 'cause', user_id: null, fund_drive_id: driveId, words } as const
  const rows = [identity, cause].map((row) => ({ ...row, verdict: 'seen' as const, by, created_at }))
  await tx.insertInto('drive_checks').values(rows).execute()
}

/** Writes one gift down; with a pledge, as begun from its page. */
export async function give(
  tx: Tx,
  driveId: string,
  [daysAgo, shillings, name, message = '', way]: ExampleGift,
  pledgeId: number | null = null,
): Promise<{ reference: string; donationIds: number[] }> {
  const [at, amount, reference] = [daysFromNow(-daysAgo), shillings * 100, newReference('donation')]
  const channel = way === 'card' ? ('online' as const) : ('mobile' as const)
  const [donorName, donorEmail, anonymous] = [name ?? '', addressOf(name), name === null]
  const { id: provider_tx_id, fees } = await pretendPaid(tx, { reference, email: donorEmail, amount, channel, at })
  const { id: paymentId } = await tx
    .insertInto('payments')
    .values({
      reference,
      kind: 'donation',
      fund_drive_id: driveId,
      amount,
      channel,
      status: 'succeeded',
      provider_tx_id,
      provider_fee: fees,
      donor_name: donorName,
      donor_email: donorEmail,
      message,
      anonymous,
      pledge_id: pledgeId,
      created_at: at,
      updated_at: at,
      settled_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const giver = { channel, donorName, donorEmail, message, anonymous }
  const given = { paymentId, provider: 'paystack', driveId, amount, providerFee: fees, at, ...giver } as const
  const donations = await recordDonations(tx, [given])
  return { reference, donationIds: donations.map(({ id }) => id) }
}

/** A withdrawal that was asked for, agreed to where treasurers must, and paid by hand when it says that it has arrived. */
async function withdraw(
  tx: Tx,
  driveId: string,
  way: Way,
  [daysAgo, shillings, arrivedDaysAgo, shown]: ExampleWithdrawal,
) {
  const { ownerId } = way
  const at = daysFromNow(-daysAgo)
  const arrived = arrivedDaysAgo === undefined ? undefined : daysFromNow(-arrivedDaysAgo)
  const whole = randomUUID()
  const { needs, agreed } = await whoMustAgree(tx, driveId, shown)
  const { methodId, destination, ...part } = await partFor(tx, driveId, way, { amount: shillings * 100, ...shown })
  const { id: payout_id } = await tx
    .insertInto('payout_requests')
    .values({
      fund_drive_id: driveId,
      user_id: ownerId,
      ...part,
      destination,
      withdrawal_method_id: methodId,
      line_id: await lineNamed(tx, driveId, shown?.line),
      client_key: whole,
      whole,
      needs,
      purpose: needs > 0 ? (shown?.purpose ?? '') : '',
      mac: sealRequest({ whole, part: 1, needs, destination: JSON.parse(destination), ...part }),
      created_at: at,
      status: arrived ? 'completed' : agreed.length < needs ? 'waiting' : 'processing',
      updated_at: arrived ?? at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const held = { leg: 1, debit: { drive: driveId }, credit: 'payouts_in_flight', amount: part.net } as const
  await post(tx, 'payout', payout_id, [held], at)
  await tx.insertInto('payout_events').values({ payout_id, kind: 'requested', by: ownerId, created_at: at }).execute()
  await agree(tx, { payout: payout_id, whole, agreed, needs })
  if (!arrived) return
  await arrive(tx, { payout_id, amount: part.net, by: way.by, arrived })
  if (shown) await show(tx, { payout_id, driveId, ownerId, whole, arrived }, shown)
}

/** Returns how many treasurers must agree, and who has. Before a drive had a committee nobody did. */
async function whoMustAgree(tx: Tx, driveId: string, { agreed }: Partial<ExampleAccount> = {}) {
  if (!agreed) return { needs: 0, agreed: [] }
  const drive = tx.selectFrom('fund_drives').where('id', '=', driveId).select('signatures')
  return { needs: (await drive.executeTakeFirstOrThrow()).signatures, agreed }
}

async function lineNamed(tx: Tx, driveId: string, what = ''): Promise<number | null> {
  const line = tx.selectFrom('budget_lines').where('fund_drive_id', '=', driveId).where('what', '=', what)
  return (await line.select('id').executeTakeFirst())?.id ?? null
}

type Arrived = { payout_id: number; amount: number; by: string; arrived: Date }

/** Writes down that an administrator sent it by hand. */
async function arrive(tx: Tx, { payout_id, amount, by, arrived }: Arrived): Promise<void> {
  const sent = { leg: 1, debit: 'payouts_in_flight', credit: 'provider_clearing', amount } as const
  await post(tx, 'payout_sent', payout_id, [sent], arrived)
  const [step, code] = [{ payout_id, by, created_at: arrived }, byHandCode(payout_id)]
  const steps = [
    { ...step, kind: 'approved' as const },
    { ...step, kind: 'sent' as const, code },
    { ...step, kind: 'completed' as const, code },
  ]
  await tx.insertInto('payout_events').values(steps).execute()
  await pretendTaken(tx, amount)
}

type Sent = { payout_id: number; driveId: string; ownerId: string; whole: string; arrived: Date }

/** Shows what a withdrawal bought: receipts in the days after it arrived, those with a photo later, and the owner's update. */
async function show(tx: Tx, sent: Sent, { bought, update }: ExampleAccount): Promise<void> {
  const { payout_id: payout, driveId, ownerId: by, whole, arrived } = sent
  const rows = rowsOf(bought, arrived).flatMap(({ photo, row }) => (photo ? [] : [row]))
  await addReceiptsIn(tx, { driveId, payout, by, key: whole, rows, showsName: true, image: null, noPhoto: 'Example' })
  if (update) await writeUpdate(tx, { driveId, by, words: update, whole, at: new Date(arrived.getTime() + 86_400_000) })
}

const rowsOf = (bought: ExampleReceipt[], arrived: Date) =>
  bought.map(([shillings, paidTo, what, photo], at) => {
    const day = dayAt(new Date(arrived.getTime() + at * 43_200_000))
    return { photo, row: { amount: shillings * 100, paidTo, what, day } }
  })

/** Adds the receipts of a drive's withdrawals that have a photo, once `keep` has stored it. */
export async function showPhotos(
  db: Db,
  { driveId, title, ownerId: by }: Of,
  keep: (photo: string) => Promise<{ url: string }>,
): Promise<void> {
  for (const [, , arrivedDaysAgo, { purpose, bought } = { bought: [] }] of exampleWithdrawals[title] ?? [])
    for (const { photo, row } of rowsOf(bought, daysFromNow(-(arrivedDaysAgo ?? 0)))) {
      if (!photo) continue
      const { url: image } = await keep(photo)
      const sent = db.selectFrom('payout_requests').where('fund_drive_id', '=', driveId).where('purpose', '=', purpose!)
      const { id: payout } = await sent.select('id').executeTakeFirstOrThrow()
      await addReceipts(db, {
        driveId,
        payout,
        by,
        key: randomUUID(),
        rows: [row],
        showsName: true,
        image,
        noPhoto: '',
      })
    }
}

type Written = { driveId: string; by: string; words: string; whole: string | null; at: Date }

/** Writes an update down that was posted then. Its followers were told, and are not told once more. */
async function writeUpdate(tx: Tx, { driveId, by, words, whole, at }: Written): Promise<void> {
  const row = { fund_drive_id: driveId, by, words, whole, form_key: randomUUID(), created_at: at }
  await tx.insertInto('updates').values(row).execute()
}

/** What such a withdrawal takes and sends, set aside in the wallet, and where it goes. */
async function partFor(
  tx: Tx,
  driveId: string,
  { ownerId, ...way }: Way,
  { amount, toHospital }: { amount: number; toHospital?: boolean },
) {
  const methodId = toHospital ? way.atHospital : way.methodId
  const wallet = await lockWallet(tx, driveId)
  const to = await destinationOf(tx, ownerId, methodId)
  const drive = tx.selectFrom('fund_drives').where('id', '=', driveId).select(['fee_policy', 'fee_bps'])
  const feeBps = feeBpsOf(await drive.executeTakeFirstOrThrow())
  const payable = await balanceOf(tx, { drive: driveId })
  const part = partToSend(amount, to.type, { available: wallet.available, payable, feeBps })
  await setAside(wallet, tx, part.amount)
  return { ...part, methodId, destination: JSON.stringify(to) }
}

/** Where the owner had money sent, and who sent it. */
async function wayOut(tx: Tx, ownerId: string): Promise<Way> {
  const { id: institution, confirmed_by } = await hospitalIn(tx)
  return {
    ownerId,
    methodId: await methodOf(tx, ownerId, { type: 'mobile_money', phone: '0712 000 100', operator: 'M-Pesa' }),
    atHospital: await methodOf(tx, ownerId, { type: 'institution', institution, account: patient }),
    by: confirmed_by!,
  }
}

/** Returns the owner's method of this kind. */
async function methodOf(tx: Tx, ownerId: string, asked: MethodTyped): Promise<string> {
  const own = tx.selectFrom('withdrawal_methods').where('user_id', '=', ownerId).where('method_type', '=', asked.type)
  const { id } = (await own.select('id').executeTakeFirst()) ?? (await addMethod(tx, ownerId, asked))
  // It was there before money went to it, and nobody has to wait before it can be used.
  const created_at = daysFromNow(asked.type === 'institution' ? -28 : -60)
  await tx.updateTable('withdrawal_methods').set({ created_at }).where('id', '=', id).execute()
  return id
}

const addressOf = (name: string | null) =>
  `${
    (name ?? 'a.friend')
      .toLowerCase()
      .replace(/[^a-z]+/g, '.')
      .replace(/^\.|\.$/g, '') || 'friend'
  }@example.org`
