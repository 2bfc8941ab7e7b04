import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { AskNumber } from '#app/admin/ask-number.tsx'
import type { Language } from '#app/kit/languages.ts'
import type { Answer } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { claimNumber } from '#app/money/mpesa/claim.ts'
import { Badge } from '#app/ui/badge.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { DeskClaim } from './unplaced.ts'

/** Lists givers whose claim on a gift does not fit it: another fund drive, other digits, or a second giver. */
export const GiftClaims = ({ payment, claims }: { payment: number; claims: DeskClaim[] }) =>
  claims.length > 0 && (
    <Card
      title={<Trans>Givers who say it is theirs</Trans>}
      text={<Trans>A claim never moves a gift to another fund drive. After 30 days without an answer it lapses.</Trans>}
    >
      <ul className="-my-2 divide-y divide-line">
        {claims.map((claim) => (
          <ClaimLine key={claim.id} claim={claim}>
            <div className="mt-1 flex flex-wrap items-start gap-3">
              <Link
                to={`/admin/donations/${payment}/claims/${claim.id}`}
                preventScrollReset
                className={`no-underline ${buttonClass({ variant: 'secondary', size: 'small' })}`}
              >
                <Trans>Leave the gift where it is</Trans>
              </Link>
              {claim.phone && <ClaimPhone payment={payment} claim={claim.id} />}
            </div>
          </ClaimLine>
        ))}
      </ul>
    </Card>
  )

type ClaimPhoneProps = { payment: number; claim: number; first?: Answer | undefined }

/** Shows the whole number, for the administrator who has to ask them something. The log keeps that they saw it. */
export function ClaimPhone({ payment, claim, first }: ClaimPhoneProps) {
  const { Form, busy, answer = first } = useFormAction()
  const phone = answer?.ok ? answer.gave?.phone : undefined
  return (
    <div role="status">
      {phone ? (
        <span className="figures inline-flex min-h-11 items-center font-semibold md:min-h-9">{phone}</span>
      ) : (
        <AskNumber {...{ Form, busy, answer }} action={`/admin/donations/${payment}/claims/${claim}/number`} />
      )}
    </div>
  )
}

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
