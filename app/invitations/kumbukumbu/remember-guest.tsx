import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { WordsField } from './household-fields.tsx'

type RememberGuestProps = {
  /** The address of the guest's page. */
  base: string
  /** The household in the book; null if it is not there yet. */
  id: string | null
}

/** The card on a guest's page that takes their household into the book of the host who reads it. */
export function RememberGuest({ base, id }: RememberGuestProps) {
  return (
    <Card title={<Trans>Kumbukumbu</Trans>} level={3}>
      {id ? (
        <p className="flex flex-wrap items-center gap-x-3">
          <Trans>This household is in your book.</Trans>{' '}
          <Link to={`/kumbukumbu/${id}/save`} className="inline-flex min-h-11 items-center text-link">
            <Trans>Read or change it</Trans>
          </Link>
        </p>
      ) : (
        <RememberForm base={base} />
      )}
    </Card>
  )
}

function RememberForm({ base }: { base: string }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={`${base}/remember`} noValidate className="grid gap-4">
      <Refused answer={answer} />
      <p className="max-w-[60ch] text-muted">
        <Trans>
          Your own book keeps their name and number, the day, and how many came, and shows what they gave. Anonymous
          gifts are not in it. Their page says that they are in your book, and they can have it removed.
        </Trans>
      </p>
      <WordsField answer={answer} />
      <Button variant="secondary" busy={busy} busyText={t`Saving...`} className="justify-self-start">
        <Trans>Remember this household</Trans>
      </Button>
    </Form>
  )
}
