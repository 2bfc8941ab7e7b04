import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { AskNumber } from '#app/admin/ask-number.tsx'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { reasonIn } from '#app/kit/provider-reasons.ts'
import type { Answer } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { openSheet, Sheet } from '#app/ui/sheet.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import {
  type AdminRequest,
  type Check,
  concernsOf,
  concernWords,
  isBeforeLeaving,
  isCovered,
  type PayoutListed,
} from './payout-admin.ts'

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

type ShowNumberProps = { payout: { id: number; method: string }; first?: Answer | undefined }

/** Shows the end of the number that money goes to, and all of it to the person who asks. That access is recorded. */
export function ShowNumber({ payout: { id, method }, first }: ShowNumberProps) {
  const { Form, busy, answer = first } = useFormAction()
  const whole = answer?.ok ? answer.gave : undefined
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="wrap-anywhere">{method}</span>
      <span role="status">
        {whole && (
          <span className="figures wrap-anywhere font-semibold">
            {whole.number}
            {whole.name && (
              <span className="block font-normal" dir="auto">
                {whole.name}
              </span>
            )}
          </span>
        )}
      </span>
      {!whole && <AskNumber {...{ Form, busy, answer }} action={`/admin/payouts/${id}/number`} />}
    </div>
  )
}

/** Shows in a word whether there are concerns, and all of them in a sheet, for which a cell has no room. */
export function CheckCell({ request }: { request: Pick<AdminRequest, 'id' | 'title' | 'check' | 'status'> }) {
  const { t } = useLingui()
  const { id, title, check, status } = request
  const [number, sheet] = [String(id), `check-${id}`]
  if (!isBeforeLeaving(status)) return <>–</>
  return (
    <>
      <button
        type="button"
        popoverTarget={sheet}
        onClick={openSheet}
        className="ml-auto flex min-h-11 flex-wrap items-center justify-end gap-1.5 @2xl:ml-0"
      >
        <CheckBadge check={check} />
        <span className="text-link">
          <Trans>Figures</Trans>
        </span>
        <span className="sr-only">
          <Trans>Balance check</Trans>
        </span>
      </button>
      <Sheet id={sheet} title={<Trans>Balance check</Trans>} text={t`${title}, request ${number}`}>
        <div className="text-left font-normal text-base leading-normal">
          <CheckList check={check} />
        </div>
      </Sheet>
    </>
  )
}

function CheckBadge({ check }: { check: Check }) {
  const { stops, warns } = concernsOf(check)
  if (stops.length > 0)
    return (
      <Badge tone="stop">
        <Trans>Stop</Trans>
      </Badge>
    )
  if (warns.length > 0)
    return (
      <Badge tone="warn">
        <Plural value={warns.length} one="# thing to look at" other="# things to look at" />
      </Badge>
    )
  return (
    <Badge tone="gain">
      <Trans>In order</Trans>
    </Badge>
  )
}

/** Shows the balance check on a withdrawal's own page. */
export const CheckCard = ({ request: { check, status } }: { request: Pick<AdminRequest, 'check' | 'status'> }) =>
  isBeforeLeaving(status) && (
    <Card title={<Trans>Balance check</Trans>}>
      <CheckList check={check} />
    </Card>
  )

/** Shows all figures that a decision about money needs, below the concerns. */
export function CheckList({ check }: { check: Check }) {
  const { t, i18n } = useLingui()
  const { stops, warns } = concernsOf(check)
  const sum = (cents: number) => moneyText(cents, 'KSH')
  const [times, arrived] = [check.before.count, sum(check.before.net)]
  return (
    <div className="grid gap-3">
      {(stops.length > 0 || warns.length > 0) && (
        <ul className="grid gap-1">
          {[...stops, ...warns].map((concern, at) => (
            <li key={concern} className={at < stops.length ? 'font-semibold text-stop' : 'text-warn'}>
              {i18n._(concernWords[concern])}
            </li>
          ))}
        </ul>
      )}
      <dl className="grid gap-1">
        <Line label={t`Raised`}>{sum(check.raised)}</Line>
        <Line label={t`Refunded`}>{sum(check.reversed)}</Line>
        <Line label={t`Requested so far`}>{sum(check.reserved)}</Line>
        <Line label={t`Available`}>{sum(check.available)}</Line>
        <Line label={t`Debt`}>{sum(check.debt)}</Line>
        <Line label={t`Held for disputes and refunds`}>{sum(check.held)}</Line>
        <Line label={t`The books owe the owner`}>
          {sum(check.owed)}{' '}
          {isCovered(check) ? <Trans>(covers what is sent)</Trans> : <Trans>(does not cover what is sent)</Trans>}
        </Line>
        <Line label={t`Previous withdrawals`}>
          {times === 0 ? (
            '0'
          ) : (
            <Trans>
              {`${times}`}, in all {arrived}
            </Trans>
          )}
        </Line>
        <Line label={t`Method added`}>{momentIn(i18n.locale as Language, check.methodSince)}</Line>
        <Line label={t`Your own fund drive`}>{check.isOwn ? <Trans>Yes</Trans> : <Trans>No</Trans>}</Line>
      </dl>
    </div>
  )
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className="text-muted">{label}</dt>
    <dd className="figures ml-auto text-right">{children}</dd>
  </div>
)
