import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { reasonIn } from '#app/kit/provider-reasons.ts'
import { momentIn } from '#app/kit/time.ts'
import type { PayoutListed } from './payout-admin.ts'
import { ShowNumber } from './show-number.tsx'

/** Shows the request that a decision is about. */
export function RequestFacts({ request, isWhole }: { request: PayoutListed; isWhole?: boolean }) {
  const { t, i18n } = useLingui()
  const { owner, email, title, slug, amount, fee, net, at, notes } = request
  const sum = (cents: number) => moneyText(cents, 'KSH')
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
      <Fact label={t`Owner`}>
        {owner}
        {isWhole && <span className="block text-muted text-sm">{email}</span>}
      </Fact>
      <Fact label={t`Fund drive`}>
        {isWhole ? (
          <Link to={`/admin/fund-drives/${slug}`} className="text-link">
            {title}
          </Link>
        ) : (
          title
        )}
      </Fact>
      <Fact label={t`Amount`}>{sum(amount)}</Fact>
      <Fact label={t`Fee`}>{sum(fee)}</Fact>
      <Fact label={t`Net`}>
        <strong>{sum(net)}</strong>
      </Fact>
      <Fact label={t`Asked for`}>{momentIn(i18n.locale as Language, at)}</Fact>
      <Fact label={t`Method`}>
        <ShowNumber payout={request} />
      </Fact>
      {isWhole && notes && <Fact label={t`Notes`}>{reasonIn(i18n, notes)}</Fact>}
    </dl>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-muted text-sm">{label}</dt>
    <dd className="figures wrap-anywhere" dir="auto">
      {children}
    </dd>
  </div>
)
