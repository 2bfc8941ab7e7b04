import { Trans, useLingui } from '@lingui/react/macro'
import { PictureField } from '#app/base/pictures/picture-field.tsx'
import type { Answer } from '#app/kit/says.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input, Select } from '#app/ui/input.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { type Category, categories, endDateMax, locationDefault, locationMax, titleMax } from '../drive.ts'
import { SloganField } from '../slogan-field.tsx'

export type InfoDrive = {
  slug: string
  version: number
  title: string
  category: Category
  slogan: string
  goal: number
  collects: boolean
  endDate: string | null
  location: string
  image: string | null
}

type InfoFieldsProps = {
  drive: InfoDrive
  today: string
  answer: Answer
  onPicture: (image: string) => void
  onUploading: (busy: boolean) => void
}

/** Shows the fields of a drive besides its story, with their current values. */
export function InfoFields({ drive, today, answer, onPicture, onUploading }: InfoFieldsProps) {
  const { i18n } = useLingui()
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:items-start sm:*:min-w-0">
      <div className="sm:col-span-2">
        <Field name="title" label={<Trans>Fund Drive Title</Trans>} answer={answer} required>
          <Input defaultValue={drive.title} maxLength={titleMax} autoComplete="off" />
        </Field>
      </div>
      <Field name="category" label={<Trans>Category</Trans>} answer={answer} required>
        <Select defaultValue={drive.category}>
          {Object.entries(categories).map(([value, words]) => (
            <option key={value} value={value}>
              {i18n._(words)}
            </option>
          ))}
        </Select>
      </Field>
      <Field name="location" label={<Trans>Location</Trans>} answer={answer}>
        <Input defaultValue={drive.location} placeholder={locationDefault} maxLength={locationMax} />
      </Field>
      <div className="sm:col-span-2">
        <SloganField answer={answer} defaultValue={drive.slogan} />
      </div>
      <MoneyField
        name="goal"
        label={<Trans>Goal Amount (KES)</Trans>}
        answer={answer}
        defaultValue={inShillings(drive.goal)}
        required={drive.collects}
        hint={drive.collects ? undefined : <Trans>Shown once the fund drive collects donations.</Trans>}
      />
      <EndDate endDate={drive.endDate} today={today} answer={answer} />
      <div id="picture" className="grid scroll-mt-20 gap-3 sm:col-span-2">
        <PictureField
          label={<Trans>Featured Image</Trans>}
          answer={answer}
          defaultValue={drive.image ?? ''}
          onChange={onPicture}
          onBusy={onUploading}
          button
        />
        {drive.image && <Checkbox name="noImage" label={<Trans>Show no image</Trans>} className="without-script" />}
      </div>
    </div>
  )
}

/** Formats an amount as people type it: no currency, cents only if there are any. */
const inShillings = (cents: number) => (cents === 0 ? '' : (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2))

/** A drive that has ended keeps its day; another day is today or later. */
function EndDate({ endDate, today, answer }: { endDate: string | null; today: string; answer: Answer }) {
  const { t } = useLingui()
  const first = endDate !== null && endDate < today ? endDate : today
  return (
    <Field name="endDate" label={<Trans>End Date</Trans>} answer={answer} optional>
      <Input
        type="date"
        defaultValue={endDate ?? ''}
        min={first}
        max={endDateMax}
        title={t`Please choose today or a later day.`}
      />
    </Field>
  )
}
