import './preview/show-previews.js';
