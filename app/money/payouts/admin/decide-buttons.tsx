import { Trans, useLingui } from '@lingui/react/macro'
import { Form, useLocation, useSearchParams } from 'react-router'
import { reasonIn } from '#app/kit/provider-reasons.ts'
import { Button } from '#app/ui/button.tsx'
import { type AdminRequest, concernWords, pageBelow } from './payout-admin.ts'

type DecideButtonsProps = { request: AdminRequest; lookerId: string }

/** Shows what this administrator can do about a request that waits; if nothing, why. Before treasurers agree it can only be declined. */
export function DecideButtons({ request, lookerId }: DecideButtonsProps) {
  const { i18n } = useLingui()
  const { check, approval, attempt, status } = request
  if (check.isOwn) return <p className="text-sm text-stop @2xl:max-w-44">{i18n._(concernWords.own)}</p>
  const mine = approval?.by === lookerId
  return (
    <div className="grid justify-items-end gap-2 @2xl:justify-items-start">
      <div className="flex flex-wrap justify-end gap-2 @2xl:flex-nowrap @2xl:justify-start">
        {!mine && status === 'processing' && (
          <Way to="complete" id={request.id}>
            {attempt ? <Trans>Send again</Trans> : <Trans>Complete</Trans>}
          </Way>
        )}
        <Way to="decline" id={request.id}>
          <Trans>Decline</Trans>
        </Way>
      </div>
    </div>
  )
}

/** Shows what was said of a request before: that one of two has approved it, and why it could not be sent. */
export function SaidBefore({ request, lookerId }: DecideButtonsProps) {
  const { t, i18n } = useLingui()
  const { approval, attempt, notes, status } = request
  const why = reasonIn(i18n, notes)
  const failed = status === 'processing' && attempt
  if (!approval && !failed) return null
  return (
    <div className="grid gap-1 text-sm">
      <ApprovedMark request={request} mine={approval?.by === lookerId} />
      {failed && <p className="wrap-anywhere text-warn">{t`It could not be sent: ${why}`}</p>}
    </div>
  )
}

/** Shows that the first of two administrators has approved. */
export function ApprovedMark({
  request: { approval },
  mine,
}: {
  request: Pick<AdminRequest, 'approval'>
  mine: boolean
}) {
  const { t } = useLingui()
  if (!approval) return null
  const { name } = approval
  return (
    <div className="flex flex-wrap gap-x-3 text-sm">
      <p className="wrap-anywhere font-semibold text-info">{t`1 of 2: approved by ${name}`}</p>
      {mine && (
        <p className="text-muted">
          <Trans>Another administrator has to complete it.</Trans>
        </p>
      )}
    </div>
  )
}

/** Opens the dialog at its own address, so that it opens without a script too; the list behind it stays as it is. */
function Way({ to, id, children }: { to: 'complete' | 'decline'; id: number; children: React.ReactNode }) {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const page = pageBelow(`${pathname}/`, '')
  const below = page.startsWith('/admin/payouts/') ? page : `${page}/${id}`
  return (
    <Form method="get" action={`${below}/${to}`} preventScrollReset>
      {[...search].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button size="small" variant={to === 'complete' ? 'primary' : 'secondary'}>
        {children}
      </Button>
    </Form>
  )
}
