import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { PaidWords } from '#app/base/ledger/paid-for.ts'
import { Typed } from '#app/ui/typed.tsx'

/** Words for the payer of views when the payment has arrived. */
export type PurchaseTold = { package: string; views: number | null; remaining: number | null }

/** How many views a purchase brought, as the page names them: what is left, else what was bought. */
export const viewsOf = ({ remaining, views }: Pick<PurchaseTold, 'remaining' | 'views'>) => remaining ?? views

export const viewsWords: PaidWords<PurchaseTold> = {
  confirming: msg`Please wait while we confirm your payment...`,
  leaving: msg`You may close this page. We add the views and email you when the money arrives.`,
  cancel: msg`Cancel and return to the dashboard`,
  cancelTo: () => '/dashboard',
  againAt: (slug) => `/fund-drive/${slug}/payouts/buy-views`,
  toast(told) {
    const views = viewsOf(told)?.toLocaleString('en-KE')
    return views === undefined
      ? {
          title: msg`Payment Successful!`,
          text: msg`Thank you! Your package comes with unlimited views.`,
        }
      : { title: msg`Payment Successful!`, text: msg`Thank you! You have ${views} views now.` }
  },
  data({ package: name, views, remaining }) {
    const left = remaining === null ? {} : { remaining_views: remaining }
    return { subscription_packages: { name }, package_name: name, views, ...left }
  },
  Refunded: ({ title }) => (
    <Trans>
      Your purchase of views for <Typed text={title} /> was refunded.
    </Trans>
  ),
  forBanks: 'views of a fund drive',
}
