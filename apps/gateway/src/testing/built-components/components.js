(() => {
  const version = '0.2.0';
  window.svcComponents = { version };
})();
