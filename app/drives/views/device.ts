export type DeviceType = 'mobile' | 'tablet' | 'desktop'

/** What a browser runs on, as far as it says so. */
export function deviceTypeOf(userAgent: string): DeviceType {
  if (/ipad|tablet|kindle|silk|playbook|android(?!.*mobile)/i.test(userAgent)) return 'tablet'
  return /mobi|iphone|ipod|android|kaios|opera mini|blackberry/i.test(userAgent) ? 'mobile' : 'desktop'
}
