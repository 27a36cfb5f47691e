import { defineConfig } from 'vite';

// In development the API comes from a coordinator on its default port, or from ROOKERY_HTTP.
const coordinator = process.env.ROOKERY_HTTP ?? 'http://127.0.0.1:7780';

export default defineConfig({
  base: '/',
  build: {
    target: 'es2020',
    assetsInlineLimit: 0, // the Content-Security-Policy allows no data: addresses
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 200,
  },
  // By address: a bare system may have no entry for localhost.
  server: { host: '127.0.0.1', proxy: { '/api': coordinator, '/metrics': coordinator } },
});
