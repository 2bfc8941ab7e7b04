import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Words } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { OccasionChoices } from './choices.server.ts'
import type { Rule } from './remind-at.ts'

/** A change that guests are not told yet: it goes out after ten quiet minutes, or now. */
export function ToldSoon({ slug, occasion: { no, name } }: { slug: string; occasion: OccasionChoices }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  return (
    <Notice
      tone="warn"
      title={<span dir="auto">{name}</span>}
      action={
        <Changing>
          <Form method="post" action={`/gathering/${slug}/occasions/${no}/tell`}>
            <Button variant="secondary" busy={busy} busyText={t`Sending...`}>
              <Trans>Tell now</Trans>
            </Button>
          </Form>
        </Changing>
      }
    >
      <Trans>Time or place has changed. Your guests are told ten minutes after your last change.</Trans>
    </Notice>
  )
}

/** The reminders of an occasion, to switch on or off. */
export function Reminders({ slug, occasion: { no, name, reminders } }: { slug: string; occasion: OccasionChoices }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  return (
    <Card level={3} title={<Trans>Reminders</Trans>} text={<span dir="auto">{name}</span>}>
      <Form method="post" action={`/gathering/${slug}/occasions/${no}/reminders`} className="grid gap-3">
        {reminders.map((rule) => (
          <Checkbox
            key={`${rule.whom} ${rule.of} ${rule.hours}`}
            name={`${rule.whom} ${rule.of} ${rule.hours}`}
            defaultChecked={rule.on}
            label={<Said rule={rule} />}
          />
        ))}
        <p className="text-muted text-sm">
          <Trans>Never at night, never to guests who said No, and at most five for each guest.</Trans>
        </p>
        <Changing>
          <span>
            <Button variant="secondary" busy={busy} busyText={t`Saving...`}>
              <Trans>Save reminders</Trans>
            </Button>
          </span>
        </Changing>
      </Form>
    </Card>
  )
}

const befores: Record<string, Words> = {
  'coming start': msg`before it begins, to those who come`,
  'silent start': msg`before it begins, to those who have not answered`,
  'silent deadline': msg`before answers end, to those who have not answered`,
}
function Said({ rule: { whom, of, hours } }: { rule: Rule }) {
  const { i18n } = useLingui()
  return (
    <>
      {hours % 24 === 0 ? (
        <Plural value={hours / 24} one="# day" other="# days" />
      ) : (
        <Plural value={hours} one="# hour" other="# hours" />
      )}{' '}
      {i18n._(befores[`${whom} ${of}`]!)}
    </>
  )
}
