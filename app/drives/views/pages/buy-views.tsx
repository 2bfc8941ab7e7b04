import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Check, ExternalLink } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { isRouteErrorResponse, redirect } from 'react-router'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { ownersOnly } from '#app/drives/drive/pages/guards.server.ts'
import { creditsOf, hasPaywall, packagesForSale } from '#app/drives/views/credits.server.ts'
import { buyViewsTexts } from '#app/drives/views/package.ts'
import { buyForm } from '#app/drives/views/view-forms.ts'
import { faultIn } from '#app/kit/faults.ts'
import { dollarText, moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { buyViews, purchaseLimits } from '#app/money/payments/purchase.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass, LinkButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { AddressDialog } from '#app/ui/dialog.tsx'
import { EmptyState, FailedState } from '#app/ui/empty-state.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useCount } from '#app/ui/use-count.ts'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { Route } from './+types/buy-views.ts'

export const middleware: Route.MiddlewareFunction[] = [ownersOnly]

export async function loader({ context, params }: Route.LoaderArgs) {
  if (!hasPaywall()) throw redirect(`/fund-drive/${params.slug}/payouts`)
  const [packages, credits] = await Promise.all([packagesForSale(db), creditsOf(db, context.get(driveContext).id)])
  return { packages, credits: credits ?? null, formKey: crypto.randomUUID() }
}

export const action = formAction({
  form: buyForm,
  page: true,
  done: buyViewsTexts.redirected,
  failed: buyViewsTexts.failed,
  limits: (_, { context }) => purchaseLimits(context.get(personContext)!.id),
  run: async ({ package: packageId, key, price }, { context }) => {
    const { origin, byScript } = context.get(askedContext)
    const wanted = { driveId: context.get(driveContext).id, packageId, key, price }
    const around = { language: context.get(languageContext), origin }
    const { url } = await buyViews(db, context.get(personContext)!, wanted, around)
    return byScript ? { gave: { url } } : redirect(url, 303)
  },
})

export default function Buy({ params, loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <DriveTitle page={t`Buy Views`} />
      <BuyViews base={`/fund-drive/${params.slug}/payouts`} {...loaderData} first={actionData} />
    </>
  )
}

/** Leaves the page below as it is when something can't be read here. Missing or forbidden pages are another matter. */
export function ErrorBoundary({ params, error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status !== 500) throw error
  return <NoPackages base={`/fund-drive/${params.slug}/payouts`} id={faultIn(error)?.id} />
}

type Credits = NonNullable<Awaited<ReturnType<typeof creditsOf>>>
type BuyViewsProps = {
  /** The address of the page below the dialog. */
  base: string
  packages: ForSale[]
  credits: Credits | null
  formKey: string
  first?: Answer
}

/** Offers packages of views. The payment is made in another tab; this one sees it come in. */
function BuyViews({ base, packages, credits, formKey, first }: BuyViewsProps) {
  /** The purchase that is under way, and the credits there were before it. */
  const [begun, setBegun] = useState<{ url: string; before: string | undefined; opened: boolean }>()
  const offer = { packages, formKey, first }
  return (
    <Frame base={base} isOffer={!begun}>
      {begun ? (
        <Paying
          {...{ base, credits, ...begun }}
          hasCome={credits?.id !== begun.before}
          onBack={() => setBegun(undefined)}
        />
      ) : (
        <Offer {...offer} action={`${base}/buy-views`} onBegun={(how) => setBegun({ ...how, before: credits?.id })} />
      )}
    </Frame>
  )
}

/** Shown when the packages can't be read. A toast says what failed; a page that comes without a script says it itself. */
function NoPackages({ base, id }: { base: string; id?: string | undefined }) {
  const { i18n, t } = useLingui()
  const toasted = useHydrated()
  const title = i18n._(buyViewsTexts.notLoaded)
  useEffect(() => toast({ title, tone: 'bad' }), [title])
  return (
    <Frame base={base} isOffer={false}>
      <FailedState
        title={toasted ? undefined : title}
        text={id && t`If you write to support, give them this number: ${id}`}
      />
    </Frame>
  )
}

function Frame({ base, isOffer, children }: { base: string; isOffer: boolean; children: ReactNode }) {
  return (
    <AddressDialog
      size="wide"
      closeTo={base}
      title={<Trans>Buy Views</Trans>}
      text={isOffer && <Trans>New views are added to what is left. You pay in shillings, in another tab.</Trans>}
    >
      {children}
    </AddressDialog>
  )
}

type OfferProps = Pick<BuyViewsProps, 'packages' | 'formKey' | 'first'> & {
  action: string
  onBegun: (how: { url: string; opened: boolean }) => void
}

function Offer({ packages, formKey, first, action, onBegun }: OfferProps) {
  const { t } = useLingui()
  const tab = usePaymentTab()
  const [pressed, setPressed] = useState<string>()
  // Each load of the page gives another key; a form that was begun keeps its own.
  const [key] = useState(formKey)
  const {
    Form,
    busy,
    answer = first,
  } = useFormAction({
    onDone: (_, { gave }) => {
      const url = String(gave?.url)
      onBegun({ url, opened: tab.goTo(url) })
    },
  })
  const refused = answer && !answer.ok ? answer : undefined
  useEffect(() => {
    if (refused) tab.close()
  }, [refused, tab])
  if (packages.length === 0)
    return <EmptyState level={3} title={<Trans>No packages are for sale at the moment.</Trans>} />
  const send = (id: string) => {
    setPressed(id)
    tab.open(t`Opening the payment page...`)
  }
  return (
    <div className="grid gap-4">
      <Refused answer={refused} />
      <ul className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]">
        {packages.map((one) => (
          <li key={one.id}>
            <Form method="post" action={action} target="_blank" className="h-full" onSubmit={() => send(one.id)}>
              <input type="hidden" name="package" value={one.id} />
              <input type="hidden" name="price" value={one.price} />
              <input type="hidden" name="key" value={key} />
              <PackageCard of={one} busy={busy && pressed === one.id} />
            </Form>
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * The tab that a payment is made in. It has to be opened in the very moment of the click, else browsers take it for one
 * that nobody asked for; so it opens empty, and is sent on when it is known where to.
 */
function usePaymentTab() {
  const [tab] = useState(paymentTab)
  // A person who leaves before the answer is there is not left with an empty tab.
  useEffect(() => tab.close, [tab])
  return tab
}

function paymentTab() {
  let tab: Window | null = null
  return {
    /** Opens it, with words for the moment that it waits. */
    open: (words: string) => {
      tab = window.open('', '_blank')
      if (tab) sayIn(tab.document, words)
    },
    /** Sends it on. False when the browser has kept it shut, or a person has closed it. */
    goTo: (url: string): boolean => {
      const there = tab
      tab = null
      if (!there || there.closed) return false
      // The page of another person must not reach back to ours.
      there.opener = null
      there.location.replace(url)
      return true
    },
    close: () => {
      tab?.close()
      tab = null
    },
  }
}

function sayIn(page: Document, words: string) {
  page.title = words
  page.documentElement.style.cssText = 'color-scheme: light dark; font: 1.125rem system-ui'
  page.body.style.cssText = 'margin: 0; min-height: 100vh; display: grid; place-items: center; text-align: center'
  page.body.textContent = words
}

type PayingProps = {
  base: string
  credits: { remaining: number } | null
  /** The address of the payment page. */
  url: string
  /** False when the browser kept the other tab shut. */
  opened: boolean
  hasCome: boolean
  onBack: () => void
}

/** Takes the focus: the button that was pressed is gone. */
const focused = (link: HTMLAnchorElement | null) => link?.focus({ preventScroll: true })

/** Shows what to do while the payment is made in another tab, and its outcome. */
function Paying({ base, credits, url, opened, hasCome, onBack }: PayingProps) {
  if (hasCome) return <HasCome base={base} remaining={credits?.remaining ?? 0} />
  return (
    <div className="grid gap-5">
      <Notice title={opened ? <Trans>Finish paying in the other tab</Trans> : <Trans>The payment page is ready</Trans>}>
        <p>
          <Trans>We add the views here automatically when the payment arrives. You may close this window.</Trans>
        </p>
      </Notice>
      <div className="grid gap-3 sm:flex sm:flex-wrap sm:justify-end">
        <Button type="button" variant="secondary" onClick={onBack}>
          <Trans>Choose another package</Trans>
        </Button>
        <a
          href={url}
          target="_blank"
          rel="noopener"
          ref={focused}
          className={`${buttonClass({ variant: opened ? 'secondary' : 'primary' })} no-underline`}
        >
          <ExternalLink aria-hidden="true" className="size-5" />
          {opened ? <Trans>Open the payment page again</Trans> : <Trans>Open the payment page</Trans>}
        </a>
      </div>
    </div>
  )
}

function HasCome({ base, remaining }: { base: string; remaining: number }) {
  return (
    <div className="grid gap-5">
      <Notice tone="gain" title={<Trans>Your views have arrived</Trans>}>
        <Plural value={remaining} one="# view left" other="# views left" />
      </Notice>
      <div className="grid sm:justify-items-end">
        <LinkButton to={base} replace preventScrollReset ref={focused}>
          <Trans>Done</Trans>
        </LinkButton>
      </div>
    </div>
  )
}

type ForSale = Awaited<ReturnType<typeof packagesForSale>>[number]

/** Shows what a package brings and costs, with the button that buys it. Belongs inside the form that does. */
function PackageCard({ of: one, busy }: { of: ForSale; busy: boolean }) {
  const { t } = useLingui()
  const { name, description, mostPopular } = one
  const views = useCount()(one.views)
  return (
    <article
      className={cx(
        'flex h-full flex-col rounded-card border p-4',
        mostPopular ? 'border-brand ring-1 ring-brand' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 dir="auto" className="wrap-anywhere text-xl">
          {name}
        </h3>
        {mostPopular && (
          <Badge tone="gain">
            <Trans>Most Popular</Trans>
          </Badge>
        )}
      </div>
      {description && (
        <p dir="auto" className="wrap-anywhere mt-0.5 text-muted text-sm">
          {description}
        </p>
      )}
      <p className="figures mt-3">
        <span className="whitespace-nowrap text-muted">{dollarText(one.amount)} · </span>
        <span className="whitespace-nowrap font-bold font-display text-[min(1.875rem,9.4vw)] leading-tight tracking-tight">
          {moneyText(one.price)}
        </span>
      </p>
      <ul className="mt-3 mb-4 grid gap-1.5 text-[0.9375rem]">
        <Brings strong>
          <Trans>{views} views</Trans>
        </Brings>
        <Brings>
          <Trans>Real-time analytics</Trans>
        </Brings>
        <Brings>
          <Trans>Device tracking</Trans>
        </Brings>
        <Brings>
          <Trans>Location insights</Trans>
        </Brings>
      </ul>
      <Button
        className="mt-auto"
        wide
        variant={mostPopular ? 'primary' : 'secondary'}
        aria-label={t`Buy ${views} views: ${name}`}
        busy={busy}
        busyText={t`Opening...`}
      >
        {t`Buy ${views} views`}
      </Button>
    </article>
  )
}

const Brings = ({ strong, children }: { strong?: boolean; children: ReactNode }) => (
  <li className="flex items-start gap-2">
    <Check aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-gain" />
    <span className={cx('figures', strong && 'font-semibold')}>{children}</span>
  </li>
)
