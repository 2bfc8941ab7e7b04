import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import type { Answer } from '#app/kit/says.ts'
import { briefDayIn } from '#app/kit/time.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { FieldError } from '#app/ui/field.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { HouseholdRow } from './book-list.tsx'

type ChooseFormProps = { at: string; search: string; rows: HouseholdRow[]; first: Answer | undefined }

/** The form that chooses households of the host's own book for a list of guests, which is previewed next. */
export function ChooseHouseholdsForm({ at, search, rows, first }: ChooseFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  const error = answer?.errors?.['household[]']
  return (
    <Form method="post" action={at} className="grid gap-4">
      <input type="hidden" name="search" value={search} />
      <fieldset aria-describedby={error ? 'household-error' : undefined} className="min-w-0">
        <legend className="sr-only">
          <Trans>Households</Trans>
        </legend>
        <Checkbox
          name="all"
          label={search ? <Trans>All households that were found</Trans> : <Trans>All households of my book</Trans>}
        />
        <div className="border-line border-t">
          {rows.map((row) => (
            <Checkbox key={row.id} name="household[]" value={row.id} label={<HouseholdLine row={row} />} />
          ))}
        </div>
        {error && <FieldError id="household-error">{error}</FieldError>}
      </fieldset>
      <Button busy={busy} busyText={t`Reading...`} className="justify-self-start">
        <Trans>Look at the guests</Trans>
      </Button>
    </Form>
  )
}

function HouseholdLine({ row: { name, phone, day, people } }: { row: HouseholdRow }) {
  const { i18n } = useLingui()
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <bdi className="wrap-anywhere font-semibold">{name}</bdi>
      <span className="figures text-muted text-sm">{phone}</span>
      {day && (
        <span className="text-muted text-sm">{briefDayIn(i18n.locale as Language, new Date(`${day}T12:00:00Z`))}</span>
      )}
      {people !== null && (
        <span className="text-muted text-sm">
          <Plural value={people} one="# person came" other="# people came" />
        </span>
      )}
    </span>
  )
}

/** The link to the host's own book, as another source for a list of guests. */
export function FromBook({ at, many }: { at: string; many: number }) {
  if (many === 0) return null
  return (
    <Card
      title={<Trans>From your kumbukumbu</Trans>}
      level={3}
      text={<Plural value={many} one="# household helped you before." other="# households helped you before." />}
    >
      <Link to={at} className={buttonClass({ variant: 'secondary' })}>
        <Trans>Choose households</Trans>
      </Link>
    </Card>
  )
}
