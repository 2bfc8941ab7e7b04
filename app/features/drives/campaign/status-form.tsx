import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#app/ui/button.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { type Status, statuses, statusNames } from '../drive.ts'
import { meanings } from './says.ts'

/** The three states, and what each means for visitors. It is sent on purpose: arrow keys go through all of them. */
export function StatusForm({ slug, status }: { slug: string; status: Status }) {
  const { t, i18n } = useLingui()
  const { Form, busy, answer } = useDeed()
  return (
    <Form method="post" action={`/fund-drive/${slug}/settings/status`} className="grid gap-4">
      <RadioCards
        // Changed elsewhere: the choice follows.
        key={status}
        legend={<Trans>Status</Trans>}
        name="status"
        defaultValue={status}
        columns="grid-cols-1"
        choices={statuses.map((value) => ({
          value,
          label: i18n._(statusNames[value]),
          hint: i18n._(meanings[value]),
        }))}
        answer={answer}
        quiet
      />
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        {t`Save Settings`}
      </Button>
    </Form>
  )
}
