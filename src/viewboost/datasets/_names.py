"""First names by gender, used where no package of names is installed; eight are in both."""

FEMALE = """
Adèle Agathe Agnès Alexandra Alice Alix Amandine Amélie Anaïs Andréa Angélique Anissa Anna Anne
Annie Antoinette Audrey Aurélie Aurore Béatrice Bénédicte Brigitte Camille Capucine Carine Carole
Caroline Catherine Cécile Céline Chantal Charlie Charlotte Chloé Christelle Christine Claire
Clara Claude Clémence Clotilde Constance Coralie Corinne Danièle Delphine Denise Diane Dominique
Dorothée Elena Élisabeth Élise Élodie Éloïse Elsa Émilie Emma Estelle Esther Eugénie Éva Fanny
Fatima Flora Florence Françoise Frédérique Gabrielle Gaëlle Geneviève Ghislaine Hélène Hortense
Inès Irène Isabelle Jacqueline Jade Jeanne Jessica Joëlle Josiane Judith Julie Juliette Justine
Karine Laetitia Laura Laure Laurence Léa Léna Lina Lisa Louise Lucie Lydie Madeleine Magali Manon
Margaux Marguerite Marie Marine Marion Martine Mathilde Maud Mélanie Mélissa Michèle Monique
Morgan Morgane Myriam Nadège Nadia Nathalie Nicole Noémie Océane Odile Pascale Patricia Pauline
Rachel Sabine Sabrina Sacha Salomé Samira Sandrine Sarah Simone Solène Sonia Sophie Stéphanie
Suzanne Sylvie Thérèse Valentine Valérie Véronique Victoire Virginie Yasmine Yvonne Zoé
"""

MALE = """
Abel Adrien Alain Albert Alexandre Alexis Alix Amine Anatole André Andréa Anthony Antoine Antonin
Armand Arnaud Arthur Aubin Augustin Aurélien Axel Baptiste Bastien Benjamin Benoît Bernard
Bertrand Boris Bruno Camille Cédric Charles Charlie Christian Christophe Claude Clément Cyril
Damien Daniel David Denis Didier Dimitri Dominique Dylan Édouard Élie Éloi Émile Éric Étienne
Eugène Fabien Fabrice Félix Fernand Florian Franck François Frédéric Gabriel Gaël Gaspard Gaston
Gauthier Geoffrey Georges Gérard Gilbert Gilles Grégory Guillaume Gustave Guy Hamza Henri Hervé
Hugo Ibrahim Ismaël Jacques Jean Jérémy Jérôme Joël Jonathan Joseph Jules Julien Karim Kévin
Laurent Léo Léon Loïc Louis Luc Lucas Ludovic Marc Marcel Martin Mathieu Mathis Maurice Maxime
Mehdi Michel Mohamed Morgan Nathan Nicolas Noël Octave Olivier Oscar Pascal Patrice Patrick Paul
Philippe Pierre Quentin Rachid Raoul Raphaël Raymond Rémi René Richard Robert Robin Roger Romain
Sacha Samuel Sébastien Serge Simon Stéphane Sylvain Théo Théodore Thibault Thierry Thomas Timothée
Tristan Valentin Victor Vincent Vivien Xavier Yann Yannick Yves Zacharie
"""
