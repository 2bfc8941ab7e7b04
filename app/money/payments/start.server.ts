import { keyRefused } from '#app/base/ledger/books.server.ts'
import { Refusal, type Says } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { isStopped, nameOf, provider } from '#app/platform/providers/provider.server.ts'
import type { Channel } from '#app/platform/providers/provider.ts'
import { resultPath } from './giving.ts'
import { hasArrived, type Key, openedBy, paymentOpened, paymentUnanswered } from './opening.server.ts'
import { type For, kindOfPayment } from './paid-for.server.ts'
import { createPayment } from './payment.server.ts'
import { paymentTexts } from './payment.ts'

type Start = {
  /** The form's key; without one each call is a payment of its own. */
  key: Key | undefined
  language: string
  /** The product's own address as the payer reaches it, to come back to. */
  origin: string
  /** The path of ours for a person who cancels. */
  cancelPath: string
  /** How the payer wants to pay, if they said so. */
  channel?: Channel | undefined
  /** The browser that begins it, if it is known. */
  payer?: string | null
  /** The words for a provider that gives no answer. */
  failed: Says
}

/**
 * Starts a payment and returns where the payer goes on. The intent is written down first; then the provider is asked,
 * outside any transaction. A form that is sent twice is led to the same address.
 */
export async function startPayment(
  db: Db,
  what: For,
  { key, language, origin, cancelPath, channel, payer, failed }: Start,
): Promise<{ reference: string; url: string }> {
  const by = provider()
  const { id, reference, status, url, again } = await createPayment(db, what, key, language, nameOf(by), payer)
  const page = resultAt(origin, reference)
  // A program gets the same answer for ever; a person is led to the result.
  if (key?.renewed && hasArrived(status)) return { reference, url: page }
  if (url) return { reference, url }
  if (again) return { reference, url: await openedMeanwhile(db, reference, { failed, page, waits: key?.renewed }) }
  // The provider would only refuse our key once more.
  if (await isStopped(db, nameOf(by))) return unopened(db, { reference, url: page }, failed)
  const answer = await by.initialize({
    reference,
    amountCents: what.amount,
    email: kindOfPayment(what.kind).emailOf(what),
    callbackUrl: origin + resultPath,
    cancelUrl: `${origin}${cancelPath}`,
    ...(channel ? { channel } : {}),
    metadata: { payment_id: String(id), kind: what.kind, drive_id: what.driveId },
  })
  if (answer.is === 'opened') {
    // A request on a phone has no address: the payer waits on our own page, which shows the result.
    const at = 'url' in answer ? { url: answer.url } : { url: page, seconds: Math.ceil(answer.prompt.seconds) }
    const status = await paymentOpened(db, { reference, ...at })
    if (status) return { reference, url: hasArrived(status) ? page : at.url }
    throw new Refusal(failed, { status: 502 })
  }
  log.warn(
    { reference, class: answer.class, status: answer.status, code: answer.code },
    'a payment could not be opened',
  )
  // No donor can pay until a person has mended our key.
  if (answer.class === 'config') await keyRefused(db, nameOf(by), answer)
  return unopened(db, { reference, url: page }, failed)
}

const resultAt = (origin: string, reference: string) => `${origin}${resultPath}?reference=${reference}`

/** Refuses, as nobody can pay a payment that was not opened, unless its money was quicker than this. */
async function unopened<Page extends { reference: string }>(db: Db, page: Page, failed: Says): Promise<Page> {
  if (await paymentUnanswered(db, page.reference)) return page
  throw new Refusal(failed, { status: 502 })
}

type Meanwhile = { page: string; waits: boolean | undefined; isWaitedOn?: boolean }

/** The longest that the provider may take to answer the first request, and a little more. */
const patience = 12_000
const pause = 150

/**
 * Waits for the provider's answer to the same form, sent before: the provider is not asked twice. A person, whose
 * browser has dropped the first answer, waits for it; a program is told to come again. A payment that was paid
 * meanwhile is on `page`; where payers also wait on that page, nobody is told to come again.
 */
export async function openedMeanwhile(
  db: Db,
  reference: string,
  { failed, page, waits, isWaitedOn }: Pick<Start, 'failed'> & Meanwhile,
): Promise<string> {
  const until = Date.now() + (waits ? patience : 0)
  for (;;) {
    const { status, url } = await openedBy(db, reference)
    if (url) return url
    if (hasArrived(status) || status === 'failed') return page
    if (status !== 'created') throw new Refusal(failed, { status: 502 })
    if (Date.now() >= until && isWaitedOn) return page
    if (Date.now() >= until) throw new Refusal(paymentTexts.stillOpening, { status: 409, retryAfter: 2 })
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
