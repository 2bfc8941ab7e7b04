import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { claimNumber } from '#app/money/mpesa/claim.ts'
import { Badge } from '#app/ui/badge.tsx'
import type { DeskClaim } from './desk.ts'

/** Shows a giver who says that money was theirs, and whether the digits are those of the number that paid. */
export function ClaimLine({ claim, children }: { claim: DeskClaim; children?: ReactNode }) {
  const { i18n } = useLingui()
  const { name, title, phone, tail, at, isTailRight } = claim
  return (
    <li className="grid gap-1 py-2.5">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <bdi className="font-semibold wrap-anywhere">{name || <Trans>No name given</Trans>}</bdi>
        <Badge tone={isTailRight ? 'gain' : 'warn'}>
          <Digits tail={tail} isRight={isTailRight} />
        </Badge>
      </span>
      <bdi className="wrap-anywhere">{title}</bdi>
      <span className="text-muted text-sm">
        {phone && <span className="figures mr-3">{phone}</span>}
        {momentIn(i18n.locale as Language, at)} · <span className="figures">{claimNumber(claim.id, at)}</span>
      </span>
      {children}
    </li>
  )
}

export function Digits({ tail, isRight }: { tail: string; isRight: boolean | null }) {
  if (isRight === null) return <Trans>digits {tail}, not told by M-Pesa</Trans>
  return isRight ? <Trans>digits {tail} are right</Trans> : <Trans>digits {tail} differ</Trans>
}
