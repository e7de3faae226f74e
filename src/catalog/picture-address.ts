/**
 * The absolute URL of a picture. A path such as `/pictures/…` is served by this service.
 * @param baseUrl without a trailing slash
 */
export const pictureAddress = (picture: string, baseUrl: string): string =>
  picture.startsWith('/') ? baseUrl + picture : picture
