import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { changeTexts } from '#app/money/payouts/change.ts'
import { ChangeLine } from '#app/money/payouts/changes-list.tsx'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { AdminPage } from '#app/site/admin-page.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { afterEachFormAction } from '#app/ui/same-page.ts'
import { Typed } from '#app/ui/typed.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/change.ts'
import { changeToDecide, decideChange } from './change.server.ts'

export const loader = ({ params, context }: Route.LoaderArgs) => changeToDecide(db, params.change, actorIn(context))

export const action = decideChange.action

// An administrator who comes second sees what the first one did.
export const shouldRevalidate = afterEachFormAction

/** Shows a change of who must agree, and lets an administrator decide while it is held. */
export default function HeldChange({ loaderData: { change, own }, actionData }: Route.ComponentProps) {
  const { t, i18n } = useLingui()
  useLive(['office:desk'])
  return (
    <AdminPage page={t`Change of who must agree`}>
      <Card
        title={
          <Link to={`/admin/fund-drives/${change.slug}`} className="text-link">
            <Typed text={change.title} />
          </Link>
        }
      >
        <ChangeLine change={change} />
      </Card>
      {change.state === 'held' && own && <Notice tone="warn" title={i18n._(changeTexts.involved)} />}
      {change.state === 'held' && !own && (
        <Card title={<Trans>Decide</Trans>}>
          <DecideForm to={`/admin/changes/${change.id}`} first={actionData} />
        </Card>
      )}
    </AdminPage>
  )
}

function DecideForm({ to, first }: { to: string; first: Answer | undefined }) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <Form method="post" action={to} noValidate className="grid gap-5">
      <Refused answer={answer} />
      <Field
        name="why"
        label={<Trans>Reason</Trans>}
        answer={answer}
        required
        hint={<Trans>The owner and all treasurers read it. It is kept in the audit log.</Trans>}
      >
        <TextArea rows={3} maxLength={1000} />
      </Field>
      <ConfirmField answer={answer} />
      <div className="flex flex-wrap gap-3">
        <Button name="what" value="through" busy={busy} busyText={t`Saving...`}>
          <Trans>Let it through</Trans>
        </Button>
        <Button name="what" value="drop" variant="secondary" busy={busy} busyText={t`Saving...`}>
          <Trans>Drop this change</Trans>
        </Button>
      </div>
    </Form>
  )
}
