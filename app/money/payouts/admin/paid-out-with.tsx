import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { briefDayIn } from '#app/kit/time.ts'
import type { PaidOut } from './payout-admin.ts'

/** Shows where a gift's money is: paid out, asked for, or still with the fund drive. */
export function PaidOutWith({ paidOut }: { paidOut: PaidOut | undefined }) {
  if (!paidOut) return <Trans>This fund drive has too many gifts to follow each.</Trans>
  const { parts, worth, stays } = paidOut
  if (worth === 0) return <Trans>Refunded: nothing of it is left</Trans>
  const left = moneyText(stays, 'KSH')
  return (
    <span className="grid justify-items-end gap-1">
      {parts.map((part) => (
        <Part key={part.id} {...part} isAll={part.part === worth} />
      ))}
      {stays > 0 && (
        <span>
          {stays === worth ? <Trans>Still with the fund drive</Trans> : <Trans>{left} still with the fund drive</Trans>}
        </span>
      )}
    </span>
  )
}

function Part({ id, at, part, isAll }: PaidOut['parts'][number] & { isAll: boolean }) {
  const { t, i18n } = useLingui()
  const day = at && briefDayIn(i18n.locale as Language, at)
  return (
    <Link to={`/admin/payouts/${id}`} className="text-link inline-flex min-h-11 items-center md:min-h-6">
      {!isAll && `${moneyText(part, 'KSH')} · `}
      {day ? t`Paid out with payout ${id} (${day})` : t`Asked for with payout ${id}, not sent yet`}
    </Link>
  )
}
