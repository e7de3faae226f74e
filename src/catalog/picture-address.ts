/** Where a picture is found: a path is one of this service. @param baseUrl without a slash at its end */
export const pictureAddress = (picture: string, baseUrl: string): string =>
  picture.startsWith('/') ? baseUrl + picture : picture
