import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'

/** A treasurer's own tick. `payout`: the withdrawal that they look at, to whose page they come back. */
export function NamedTick({ base, named, payout }: { base: string; named: boolean; payout?: number }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  return (
    <Changing>
      <Card title={<Trans>Your name</Trans>} level={3}>
        <Form method="post" action={`${base}/named`} className="grid gap-3">
          {payout !== undefined && <input type="hidden" name="payout" value={payout} />}
          <Checkbox
            key={String(named)}
            name="named"
            defaultChecked={named}
            label={<Trans>Show my name on the public page</Trans>}
            hint={<Trans>Visitors read who must agree to withdrawals. Without the tick: a treasurer.</Trans>}
          />
          <Button variant="secondary" busy={busy} busyText={t`Saving...`} className="justify-self-start">
            <Trans>Save</Trans>
          </Button>
        </Form>
      </Card>
    </Changing>
  )
}
