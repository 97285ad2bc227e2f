/**
 * Properties of our own objects that no page, server, browser or file format knows, and what they are called in the files. The
 * loader and chunks of different releases may meet, so a name keeps its short form, and a short form is not used again.
 * A test compares the names with those of browsers, messages, records and answers of the service.
 */
export const SHORT_NAMES = {
  includeDraftFunnel: 'd_',
  noAutomaticComponentCreation: 'n_',
  platformBaseUrl: 'p_',
  trackingBaseUrl: 't_',
  companyId: 'c_',
  closeRequested: 'e_',
  getShownId: 'g_',
  hadResult: 'h_',
  importChunk: 'i_',
  isFinished: 'k_',
  isPopup: 'l_',
  movesFocus: 'm_',
  onChange: 'q_',
  readSettings: 'r_',
  refused: 's_',
  runtime: 'u_',
  showsResult: 'v_',
  stepChanged: 'w_',
  settings: 'x_',
  current: 'y_',
  storesContactData: 'z_',
  onStorageFailure: 'A_',
  preventsNavigation: 'B_',
  rendersSetVariantsAsLinks: 'C_',
  areOfProduct: 'D_',
  properties: 'E_',
  setId: 'F_',
  provide: 'G_',
};
