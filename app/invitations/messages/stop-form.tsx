import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#app/ui/button.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'

/** Ends what was not sent yet. */
export function StopForm({ base }: { base: string }) {
  const { t } = useLingui()
  const { Form, busy } = useDeed()
  return (
    <Form method="post" action={`${base}/stop`}>
      <Button variant="danger" busy={busy} busyText={t`Saving...`}>
        <Trans>Stop the rest</Trans>
      </Button>
    </Form>
  )
}
