import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { EmptyState, FailedState } from '#app/ui/empty-state.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { buyViewsTexts } from './buy.ts'
import type { creditsOf } from './credits.server.ts'
import { type ForSale, PackageCard } from './package-card.tsx'
import { Paying } from './paying.tsx'
import { usePaymentTab } from './payment-tab.ts'

type Credits = NonNullable<Awaited<ReturnType<typeof creditsOf>>>
type BuyViewsProps = {
  /** The page it stands over. */
  base: string
  packages: ForSale[]
  credits: Credits | null
  formKey: string
  first?: Answer
}

/** Offers packages of views. The payment is made in another tab; this one sees it come in. */
export function BuyViews({ base, packages, credits, formKey, first }: BuyViewsProps) {
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

/** When the packages can't be read. What failed is the toast's to say; a page that comes without a script says it itself. */
export function NoPackages({ base, id }: { base: string; id?: string | undefined }) {
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
  const navigate = useNavigate()
  return (
    <Dialog
      open
      size="wide"
      onClose={() => void navigate(base, { replace: true, preventScrollReset: true })}
      closeTo={base}
      title={<Trans>Buy Views</Trans>}
      text={isOffer && <Trans>New views are added to what is left. You pay in shillings, in another tab.</Trans>}
    >
      {children}
    </Dialog>
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
  // Another key is given whenever the page is loaded anew; the form that was begun stays the same one.
  const [key] = useState(formKey)
  const {
    Form,
    busy,
    answer = first,
  } = useDeed({
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
