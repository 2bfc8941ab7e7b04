import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type PhoneCountry, phoneCountries } from '#app/kit/phone.ts'
import type { Answer, Words } from '#app/kit/says.ts'
import { Field, Input, Select } from '#app/ui/field.tsx'

const countryNames: Record<PhoneCountry, Words> = {
  KE: msg`Kenya`,
  UG: msg`Uganda`,
  TZ: msg`Tanzania`,
  RW: msg`Rwanda`,
  NG: msg`Nigeria`,
  GH: msg`Ghana`,
  ZA: msg`South Africa`,
}

/** A phone number, and the country for numbers written without a country code. */
export function PhoneFields({ answer }: { answer?: Answer }) {
  const { i18n } = useLingui()
  return (
    <>
      <Field name="country" label={<Trans>Country</Trans>} answer={answer}>
        <Select autoComplete="country">
          {phoneCountries.map((country) => (
            <option key={country} value={country}>
              {i18n._(countryNames[country])}
            </option>
          ))}
        </Select>
      </Field>
      <Field name="phone" label={<Trans>Phone number</Trans>} answer={answer} required>
        <Input type="tel" inputMode="tel" autoComplete="tel" maxLength={40} placeholder="0712 345 678" />
      </Field>
    </>
  )
}
