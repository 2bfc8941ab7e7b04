import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { PictureField } from '#app/base/pictures/picture-field.tsx'
import type { Answer } from '#app/kit/says.ts'
import { Field } from '#app/ui/field.tsx'
import { Input, Select } from '#app/ui/input.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { categories, endDateMax, titleMax } from './drive.ts'
import { SloganField } from './slogan-field.tsx'

type CreateFieldsProps = {
  answer: Answer
  today: string
  onPicture: (address: string) => void
  onUploading: (busy: boolean) => void
}

/** What a new drive needs: its title, a category, and a goal while it collects donations. */
export function CreateFields({ answer, today, onPicture, onUploading }: CreateFieldsProps) {
  const { t, i18n } = useLingui()
  return (
    <>
      <Field name="title" label={<Trans>Fund Drive Title</Trans>} answer={answer} required>
        <Input maxLength={titleMax} autoComplete="off" placeholder={t`e.g. Heal Mama Achieng`} />
      </Field>
      <SloganField answer={answer} />
      <Goal answer={answer} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field name="category" label={<Trans>Category</Trans>} answer={answer} required>
          <Select defaultValue="">
            <option value="" disabled>
              {t`Choose a category`}
            </option>
            {Object.entries(categories).map(([value, words]) => (
              <option key={value} value={value}>
                {i18n._(words)}
              </option>
            ))}
          </Select>
        </Field>
        <Field name="endDate" label={<Trans>End Date</Trans>} answer={answer} optional>
          <Input type="date" min={today} max={endDateMax} title={t`Please choose today or a later day.`} />
        </Field>
      </div>
      <PictureField label={<Trans>Featured Image</Trans>} answer={answer} onChange={onPicture} onBusy={onUploading} />
    </>
  )
}

/** The goal belongs to collecting: switched off, it goes. Without a script the style sheet sees to that. */
function Goal({ answer }: { answer: Answer }) {
  const { t } = useLingui()
  const hydrated = useHydrated()
  const [collects, setCollects] = useState(answer.typed ? answer.typed.collects === 'on' : true)
  return (
    <div className="group/collects grid gap-4">
      <Switch
        name="collects"
        label={<Trans>Collect Donations</Trans>}
        hint={<Trans>Turn off to share your story and visits without collecting money.</Trans>}
        defaultChecked={collects}
        onChange={(event) => setCollects(event.currentTarget.checked)}
      />
      <div className="group-not-has-[[name=collects]:checked]/collects:hidden">
        <MoneyField
          name="goal"
          label={<Trans>Goal Amount (KES)</Trans>}
          answer={answer}
          required={hydrated && collects}
          placeholder={t`e.g. 50,000`}
        />
      </div>
    </div>
  )
}
