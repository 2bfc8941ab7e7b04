import { Trans, useLingui } from '@lingui/react/macro'
import { adminAction } from '#app/admin/decision.server.ts'
import { againForm } from '#app/admin/decision-forms.ts'
import type { Answer } from '#app/kit/says.ts'
import { SaidLine } from '#app/money/books/admin/discrepancy-card.tsx'
import { replaceUrls } from '#app/money/mpesa/callback-urls.server.ts'
import { db } from '#app/platform/db.server.ts'
import { AdminPage } from '#app/site/admin-page.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/mpesa-addresses.ts'
import { railTexts } from './rail.ts'

export const action = adminAction({
  form: againForm,
  page: true,
  failed: railTexts.addressesFailed,
  run: async (_, by) => ({ gave: await replaceUrls(db, by) }),
})

/** Makes addresses that are put into the M-Pesa portal by hand. */
export default function Addresses({ actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <AdminPage
      page={t`New addresses for the M-Pesa portal`}
      text={<Trans>Needed when {'{brand}'} has moved, or when someone else has learnt the old ones.</Trans>}
    >
      <AddressesCard first={actionData} />
    </AdminPage>
  )
}

/** Shows the new addresses once: we keep no more than their hashes. */
function AddressesCard({ first }: { first: Answer | undefined }) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  const made = answer?.ok ? answer.gave : undefined
  if (made)
    return (
      <Card title={<Trans>Put these into the M-Pesa portal now</Trans>}>
        <div className="grid gap-4">
          <Notice tone="warn" title={<Trans>They are shown this once</Trans>}>
            <Trans>The old addresses go on for 30 days, so nothing is lost meanwhile.</Trans>
          </Notice>
          <Address name={<Trans>Validation URL</Trans>}>{made.validation}</Address>
          <Address name={<Trans>Confirmation URL</Trans>}>{made.confirmation}</Address>
        </div>
      </Card>
    )
  return (
    <Card
      title={<Trans>Make new addresses</Trans>}
      text={
        <Trans>
          M-Pesa asks and tells us about payments from the menu of a phone at two secret addresses. We told it ours
          once; after that only you can change them, in the portal of Daraja. Payments are found in the list all the
          same.
        </Trans>
      }
    >
      <Form method="post" noValidate className="grid max-w-xl gap-4">
        <SaidLine answer={answer} />
        <ConfirmField answer={answer} />
        <Button busy={busy} busyText={t`Making...`} className="justify-self-start">
          <Trans>Make new addresses</Trans>
        </Button>
      </Form>
    </Card>
  )
}

const Address = ({ name, children }: { name: React.ReactNode; children: React.ReactNode }) => (
  <div className="grid gap-1">
    <p className="font-semibold">{name}</p>
    <code className="select-all break-all rounded bg-well p-3 text-sm">{children}</code>
  </div>
)
