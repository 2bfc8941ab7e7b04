import { Trans, useLingui } from '@lingui/react/macro'
import { moneyText } from '#app/kit/money.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Offered } from './count.server.ts'

/** Asks the giver whether this gift is for the pledge of the same phone. */
export function ForPledge({ reference, offered }: { reference: string; offered: Offered }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  return (
    <Notice className="mx-auto mb-5 w-full max-w-xl" title={<Trans>Is this gift for your pledge?</Trans>}>
      <p>
        <Trans>
          Someone with this phone pledged {moneyText(offered.amount)} here, and {moneyText(offered.rest)} is still open.
        </Trans>
      </p>
      <Form method="post" action={`/pay/${reference}/pledge`} className="mt-3">
        <Button variant="secondary" busy={busy} busyText={t`Saving...`}>
          <Trans>This is for my pledge</Trans>
        </Button>
      </Form>
    </Notice>
  )
}
