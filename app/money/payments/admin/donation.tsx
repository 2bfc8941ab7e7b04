import { useLingui } from '@lingui/react/macro'
import { data, Outlet } from 'react-router'
import { recordLook } from '#app/base/audit/audit.server.ts'
import { moneyText } from '#app/kit/money.ts'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { BackTo, OfficePage } from '#app/site/office-page.tsx'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/donation.ts'
import { claimsOnGift } from './claims.server.ts'
import { GiftClaims } from './gift-claims.tsx'
import { GiftFacts } from './gift-facts.tsx'
import { GiftNotices } from './gift-notices.tsx'
import { GiftRefunds } from './gift-refunds.tsx'
import { Postings, Steps } from './steps.tsx'
import { storyOf } from './story.server.ts'

export async function loader({ context, params: { payment } }: Route.LoaderArgs) {
  const gift = /^\d{1,15}$/.test(payment) ? await storyOf(db, Number(payment)) : undefined
  if (!gift) throw data(null, { status: 404 })
  await recordLook(db, { by: actorIn(context), noun: gift.bought ? 'payment' : 'donation', subject: gift.id })
  return { gift, claims: await claimsOnGift(db, gift.id) }
}

/** The whole story of one payment, a gift or one for views. The form that gives a gift back stands over it. */
export default function Donation({ loaderData: { gift, claims } }: Route.ComponentProps) {
  const { t } = useLingui()
  useLive([`payment:${gift.id}`])
  const sum = moneyText(gift.amount, 'KSH')
  return (
    <OfficePage page={gift.bought ? t`Payment of ${sum} for views` : t`Donation of ${sum}`} text={<Back gift={gift} />}>
      <GiftNotices gift={gift} />
      <div className="grid gap-5 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="grid gap-5 *:min-w-0 lg:order-2">
          <GiftFacts gift={gift} />
          <GiftRefunds gift={gift} />
        </div>
        <div className="grid gap-5 *:min-w-0">
          <GiftClaims payment={gift.id} claims={claims} />
          <Steps gift={gift} />
          <Postings postings={gift.postings} />
        </div>
      </div>
      <Outlet />
    </OfficePage>
  )
}

/** Payments for views stand in no list: they are found through their drive. */
function Back({ gift: { bought, drive } }: Pick<Route.ComponentProps['loaderData'], 'gift'>) {
  const { t } = useLingui()
  if (!bought) return <BackTo to="/admin/donations">{t`All donations`}</BackTo>
  return drive && <BackTo to={`/admin/fund-drives/${drive.slug}`}>{t`The fund drive`}</BackTo>
}
