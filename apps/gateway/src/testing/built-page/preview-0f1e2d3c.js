console.log('preview');
