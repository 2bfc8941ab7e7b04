import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { BadgeCheck, CircleHelp, CircleX, Hourglass, MailCheck, Search, Smartphone } from 'lucide-react'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { data } from 'react-router'
import type { PaidWords } from '#app/base/ledger/paid-for.ts'
import { viewsOf } from '#app/drives/views/paid-for.tsx'
import { offeredTo } from '#app/group/pledges/count.server.ts'
import { ForPledge } from '#app/group/pledges/for-pledge.tsx'
import { titled } from '#app/kit/brand.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import { checkoutOf } from '#app/money/donations/typed-gift.ts'
import { paidTwiceOf } from '#app/money/mpesa/paid-twice.server.ts'
import { PaidTwice } from '#app/money/mpesa/paid-twice-notice.tsx'
import type { PaidForKind } from '#app/money/payments/paid-for.server.ts'
import { referenceIn, resultOf } from '#app/money/payments/result.server.ts'
import { type PaidResult, type Result, type ResultWhy, toastOf, wordsOfPaidFor } from '#app/money/payments/result.ts'
import { ResultCard } from '#app/money/payments/result-card.tsx'
import { type PaymentAsking, useAsking } from '#app/money/payments/use-asking.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import { visitorOf } from '#app/platform/visitor.server.ts'
import { OwnPages } from '#app/site/own-pages.tsx'
import { useVisitor } from '#app/site/use-visitor.ts'
import { buttonClass, LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useCount } from '#app/ui/use-count.ts'
import type { Route } from './+types/paid.ts'
import { paidTitle, Thanks } from './thanks.tsx'

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
      <title>{titled(titles[result.is])}</title>
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

/** Shows that a link was cut or mistyped: its payment may have arrived all the same. */
function Strange() {
  const { supportUrl } = useVisitor()
  return (
    <ResultCard
      tone="warn"
      slug="harambee"
      icon={<CircleHelp aria-hidden="true" className="size-9" />}
      heading={<Trans>We don’t know this link</Trans>}
      text={<Trans>Look for M-Pesa’s message before you pay again.</Trans>}
    >
      <LinkButton to="/" size="large" className="mt-7">
        <Trans>Return to Home</Trans>
      </LinkButton>
      <Help supportUrl={supportUrl} reference={null} />
    </ResultCard>
  )
}

/** Says that money came in that is not what was asked for. */
const UnplacedNotice = ({
  slug,
  supportUrl,
  reference,
}: {
  slug: string
  supportUrl: string
  reference: string | null
}) => (
  <ResultCard
    tone="open"
    slug={slug}
    icon={<Search aria-hidden="true" className="size-8" />}
    heading={<Trans>We are looking into your payment</Trans>}
    text={
      <Trans>
        The amount that arrived is not the amount you chose. Your money is safe and our team is looking into it. You
        don’t have to pay again.
      </Trans>
    }
  >
    <Help supportUrl={supportUrl} reference={reference} />
  </ResultCard>
)

const reasons: Record<ResultWhy, Words> = {
  declined: msg`Your bank or mobile money provider declined the payment. Another card or number may work.`,
  cancelled: msg`The payment was cancelled before it was finished. No money has left your account.`,
  insufficient: msg`There was not enough money in the account for this amount.`,
  unanswered: msg`The request on your phone was not answered in time. Keep it unlocked and try again.`,
  pin: msg`The PIN was not right. Please try again.`,
  unfinished: msg`The payment was not finished in time. If money has left your account, it will still be counted.`,
}

type FailedProps = {
  why: ResultWhy | null
  slug: string
  again: string | null
  supportUrl: string
  reference: string | null
}

/** Says that a payment failed, or that there is none. */
function Failed({ why, slug, again, supportUrl, reference }: FailedProps) {
  const { i18n } = useLingui()
  return (
    <ResultCard
      tone="bad"
      slug={slug}
      icon={<CircleX aria-hidden="true" className="size-9" />}
      heading={<Trans>Payment Failed</Trans>}
      text={<Trans>There was an issue processing your payment. Please try again or contact support.</Trans>}
    >
      {why && <p className="mt-4 max-w-[48ch] font-medium">{i18n._(reasons[why])}</p>}
      <div className="mt-7 flex w-full flex-col gap-3 sm:flex-row sm:justify-center">
        {again && (
          <LinkButton to={again} size="large">
            <Trans>Try again</Trans>
          </LinkButton>
        )}
        <LinkButton to="/" size="large" variant={again ? 'secondary' : 'primary'}>
          <Trans>Return to Home</Trans>
        </LinkButton>
      </div>
      <Help supportUrl={supportUrl} reference={reference} />
    </ResultCard>
  )
}

/** Shows whom to ask, and what to name. */
function Help({ supportUrl, reference }: { supportUrl: string; reference: string | null }) {
  return (
    <p className="mt-6 text-muted text-sm">
      <a href={supportUrl} rel="noopener noreferrer" className="inline-flex min-h-11 items-center text-link">
        <Trans>Contact support</Trans>
      </a>
      {reference && (
        <span className="block break-all">
          <Trans>Your payment’s reference: {reference}</Trans>
        </span>
      )}
    </p>
  )
}

type ActivatedProps = { result: PaidResult<'subscription'>; slug: string }

/** Shows a purchase of views: what was bought, how many there are now, and what was charged. */
function Activated({ result: bought, slug }: ActivatedProps) {
  const count = useCount()
  const views = viewsOf(bought)
  const { drive, remaining, views: added } = bought
  const facts = [
    { key: 'package', name: <Trans>Package</Trans>, value: bought.package },
    { key: 'views', name: <Trans>Views</Trans>, value: views === null ? <Trans>Unlimited</Trans> : count(views) },
    { key: 'amount', name: <Trans>Amount</Trans>, value: moneyText(bought.amount) },
  ]
  return (
    <ResultCard
      tone="good"
      slug={slug}
      icon={<BadgeCheck aria-hidden="true" className="size-9" />}
      heading={<Trans>Subscription Activated!</Trans>}
      text={<Trans>Thank you. Your premium content is now accessible.</Trans>}
    >
      {bought.reversed > 0 && (
        <Notice tone="warn" className="mt-5 w-full text-left" title={<Trans>This purchase was paid back</Trans>}>
          {moneyText(bought.reversed)}
        </Notice>
      )}
      <dl className="mt-6 w-full divide-y divide-line border-line border-y text-left">
        {facts.map(({ key, name, value }) => (
          <div key={key} className="flex justify-between gap-4 py-2.5">
            <dt className="text-muted">{name}</dt>
            <dd className="figures min-w-0 text-right font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {added !== null && remaining !== null && bought.reversed === 0 && (
        <p className="mt-5 font-semibold">
          <Plural value={added} one="# view added." other="# views added." />{' '}
          <Plural value={remaining} one="# left." other="# left." />
        </p>
      )}
      <div className="mt-7 flex w-full flex-col gap-3 sm:flex-row sm:justify-center">
        {drive && (
          <LinkButton to={`/fund-drive/${drive.slug}/home`} size="large">
            <Trans>Back to the fund drive</Trans>
          </LinkButton>
        )}
        <LinkButton to="/dashboard" size="large" variant="secondary">
          <Trans>Dashboard</Trans>
        </LinkButton>
      </div>
    </ResultCard>
  )
}

type WaitingProps = {
  about: { kind: PaidForKind; amount: number }
  title: string | null
  slug: string
  /** The address of this page. */
  here: string
  /** The page where it is paid once more. */
  again: string | null
  asking: PaymentAsking
}

/** Says that the money is not in yet: what it is for, what to do meanwhile, and that nothing is lost by leaving. */
function PaymentWaiting({ about: { kind, amount }, title, slug, here, again, asking: { late, until } }: WaitingProps) {
  const { i18n } = useLingui()
  const words = wordsOfPaidFor(kind)
  return (
    <div role="status">
      <ResultCard
        tone="open"
        slug={slug}
        icon={<Hourglass aria-hidden="true" className="size-8" />}
        heading={<Trans>Verifying Payment</Trans>}
        text={i18n._(words.confirming)}
      >
        <p className="mt-3 font-semibold wrap-anywhere" dir="auto">
          <span className="figures">{moneyText(amount)}</span>
          {title && ` · ${title}`}
        </p>
        {until !== undefined && !late && <TimeLeft until={until} />}
        <ul className="mt-6 grid gap-4 text-left">
          <li className="flex gap-3">
            <Smartphone aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brand" />
            <Trans>
              Paying by M-Pesa? Look at your phone and enter your PIN in the prompt. You have three minutes.
            </Trans>
          </li>
          <li className="flex gap-3">
            <MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brand" />
            {i18n._(words.leaving)}
          </li>
        </ul>
        {late && (
          <p className="mt-6 text-left">
            <Trans>This is taking longer than usual. Nothing is lost: a payment that arrives later still counts.</Trans>
          </p>
        )}
        {/* A plain link: it asks again without a script, or once the page has stopped asking. */}
        <a
          href={here}
          className={`${late ? '' : 'without-script '}mt-6 no-underline ${buttonClass({ variant: 'secondary' })}`}
        >
          <Trans>Check again</Trans>
        </a>
        <Ways slug={slug} again={again} words={words} />
        <noscript>
          <meta httpEquiv="refresh" content="5" />
        </noscript>
      </ResultCard>
    </div>
  )
}

type WaysProps = { slug: string; again: string | null; words: PaidWords<object> }

/** Offers other ways if no request came, or the payer has changed their mind. */
function Ways({ slug, again, words }: WaysProps) {
  const { t, i18n } = useLingui()
  // Only the browser that came from the provider's page of this payment knows its address.
  const [checkout, setCheckout] = useState<string>()
  useEffect(() => setCheckout(checkoutOf(slug)), [slug])
  return (
    <div className="mt-6 grid w-full gap-3 border-line border-t pt-5">
      {again && (
        <>
          <p className="text-muted text-sm">
            <Trans>No request on your phone? Go back to pay and send it again. You pay only once.</Trans>
          </p>
          <a href={checkout ?? again} className={`no-underline ${buttonClass({ variant: 'secondary', wide: true })}`}>
            {t`Send it again`}
          </a>
        </>
      )}
      <a href={words.cancelTo(slug)} className="inline-flex min-h-11 items-center justify-center text-link">
        {i18n._(words.cancel)}
      </a>
    </div>
  )
}

/** Shows how long the page goes on asking, in minutes and seconds. Read when a person looks at it, never said aloud. */
function TimeLeft({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((until - now) / 1000))
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <p role="timer" aria-live="off" className="figures mt-4 font-semibold">
      <Trans>We keep checking for {left}</Trans>
    </p>
  )
}
