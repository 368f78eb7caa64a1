document.documentElement.dataset.own = "loaded";
