import { useLingui } from '@lingui/react/macro'
import { type ComponentType, useEffect, useRef } from 'react'
import { data } from 'react-router'
import { offeredTo } from '#app/group/pledges/count.server.ts'
import { ForPledge } from '#app/group/pledges/for-pledge.tsx'
import { paidTwiceOf } from '#app/money/mpesa/paid-twice.server.ts'
import { PaidTwice } from '#app/money/mpesa/paid-twice-notice.tsx'
import { Activated } from '#app/money/payments/activated.tsx'
import { Failed } from '#app/money/payments/failed.tsx'
import type { PaidForKind } from '#app/money/payments/paid-for.server.ts'
import { wordsOfPaidFor } from '#app/money/payments/paid-for.ts'
import { referenceIn, resultOf } from '#app/money/payments/result.server.ts'
import { type Result, toastOf } from '#app/money/payments/result.ts'
import { UnplacedNotice } from '#app/money/payments/unplaced.tsx'
import { type PaymentAsking, useAsking } from '#app/money/payments/use-asking.ts'
import { PaymentWaiting } from '#app/money/payments/waiting.tsx'
import { db } from '#app/platform/db.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import { visitorOf } from '#app/platform/visitor.server.ts'
import { OwnPages } from '#app/site/own-pages.tsx'
import { useVisitor } from '#app/site/use-visitor.ts'
import { toast } from '#app/ui/toast.tsx'
import type { Route } from './+types/paid.ts'
import { paidTitle } from './gone.tsx'
import { Strange } from './strange.tsx'
import { Thanks } from './thanks.tsx'

/** Loads the page that the provider sends the payer back to. The visit itself proves nothing: the provider is asked. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(askedContext)
  const [{ address }, origin] = [visit, namedOrigin(visit)]
  const { key, cookie } = visitorOf(request, address)
  const asked = new URL(request.url).searchParams
  const reference = referenceIn(asked)
  const isNamed = ['reference', 'trxref'].some((name) => asked.get(name)?.trim())
  const result = await resultOf(db, reference, key)
  const second = result.is === 'paid' ? await paidTwiceOf(db, reference!) : undefined
  const offered = result.is === 'paid' ? await offeredTo(db, reference!, key) : undefined
  const kept = { 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' }
  return data(
    { result, origin, second, offered, isNamed, reference: result.is === 'unknown' ? null : reference },
    { status: result.is === 'unknown' ? 404 : 200, headers: { ...kept, ...(cookie ? { 'set-cookie': cookie } : {}) } },
  )
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export default function PaymentSuccess({ loaderData }: Route.ComponentProps) {
  const { result, origin, reference, second, offered, isNamed } = loaderData
  const { t, i18n } = useLingui()
  const asking = useAsking(result.is === 'waiting', reference)
  // An unknown payment may be paid: nothing says that it failed.
  const isStrange = result.is === 'unknown' && isNamed
  useToast(result, isStrange)
  const titles: Record<Result['is'], string> = {
    waiting: t`Verifying Payment`,
    unplaced: t`We are looking into your payment`,
    unknown: isStrange ? t`We don’t know this link` : t`Payment Failed`,
    failed: t`Payment Failed`,
    paid: i18n._(paidTitle(result)),
  }
  const here = `/payment-success?reference=${reference}`
  return (
    <OwnPages>
      <title>{`${titles[result.is]} · Harambee`}</title>
      <meta name="robots" content="noindex" />
      {second && reference && <PaidTwice reference={reference} second={second} />}
      {offered && reference && <ForPledge reference={reference} offered={offered} />}
      {isStrange ? <Strange /> : <Outcome {...{ result, origin, reference, here, asking }} />}
    </OwnPages>
  )
}

type OutcomeProps = { result: Result; origin: string; reference: string | null; here: string; asking: PaymentAsking }

function Outcome({ result, origin, reference, here, asking }: OutcomeProps) {
  const { supportUrl } = useVisitor()
  const help = { supportUrl, reference }
  if (result.is === 'unknown') return <Failed slug="harambee" why={null} again={null} {...help} />
  const slug = result.drive?.slug ?? 'harambee'
  const title = result.drive?.title ?? null
  if (result.is === 'waiting')
    return <PaymentWaiting about={result} again={againAt(result)} {...{ title, slug, here, asking }} />
  if (result.is === 'unplaced') return <UnplacedNotice slug={slug} {...help} />
  if (result.is === 'failed') return <Failed slug={slug} why={result.why} again={againAt(result)} {...help} />
  const Page = pages[result.kind] as ComponentType<{ result: Result; slug: string; origin: string }>
  return <Page {...{ result, slug, origin }} />
}

/** The page of each kind of payment that has arrived. */
const pages = { donation: Thanks, subscription: Activated } satisfies Record<PaidForKind, unknown>

/** Returns the address where the payer tries again. */
const againAt = ({ kind, drive }: { kind: PaidForKind; drive: { slug: string } | null }): string | null =>
  drive && wordsOfPaidFor(kind).againAt(drive.slug)

/** Shows a toast once for each new result. Forgets what was typed once it is paid. */
function useToast(result: Result, isQuiet: boolean) {
  const { i18n } = useLingui()
  const said = useRef('')
  useEffect(() => {
    if (isQuiet || said.current === result.is) return
    said.current = result.is
    if (result.is === 'paid' && result.drive) wordsOfPaidFor(result.kind).forget?.(result.drive.slug)
    const words = toastOf(i18n, result)
    if (words) toast(words)
  }, [i18n, result, isQuiet])
}
